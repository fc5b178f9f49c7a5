package judge

import (
	"context"
	"os"
	"os/signal"
)

// Interruptible returns a context that is done when the process is interrupted (Ctrl-C, or the stop
// button of a notebook) or when the function it returns is called, which also ends the listening.
// With [Until] an interrupted run finishes what is at work and reports it. In a notebook it also keeps
// an interrupt from ending the kernel.
func Interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, os.Interrupt)
}
