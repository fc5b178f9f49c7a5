package judge

import (
	"context"
	"errors"
)

// Code says why there is no verdict. The empty Code means that there is one.
type Code string

// The codes. Package llm documents what it does about each.
const (
	// Transport: the endpoint could not be reached, or the exchange broke before a whole response
	// had come.
	Transport Code = "transport"
	// RateLimited: the endpoint asked to slow down, and the time allowed ran out.
	RateLimited Code = "rate_limited"
	// Quota: the account may not spend more. No other task can succeed.
	Quota Code = "quota"
	// Auth: the key is missing, wrong or not allowed to use this model. No other task can succeed.
	Auth Code = "auth"
	// BadRequest: the endpoint does not accept the request, or there is no such model or address.
	BadRequest Code = "bad_request"
	// ContextLength: the prompt is longer than the model takes, or the server silently cut it.
	ContextLength Code = "context_length"
	// Filtered: a content filter of the provider stopped the prompt or the reply.
	Filtered Code = "filtered"
	// Refused: the judge declined to grade.
	Refused Code = "refused"
	// Truncated: the reply was cut before its end.
	Truncated Code = "truncated"
	// Empty: the reply holds no text.
	Empty Code = "empty"
	// Malformed: the reply or the verdict cannot be read as what the task asks for.
	Malformed Code = "malformed"
	// Conflict: the reply holds several verdicts that differ.
	Conflict Code = "conflict"
	// Canceled: the run ended before the task was graded.
	Canceled Code = "canceled"
	// Panic: the judge, or other code of the user's, panicked.
	Panic Code = "panic"
	// Unknown: the judge returned an error that carries no code.
	Unknown Code = "unknown"
)

// CodeOf returns the code of err: the code of the *[Error] that it wraps, [Canceled] for a context's
// error, "" for nil, else [Unknown].
func CodeOf(err error) Code {
	var e *Error
	switch {
	case err == nil:
		return ""
	case errors.As(err, &e):
		if e == nil {
			return Unknown
		}
		return e.Code
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return Canceled
	}
	return Unknown
}
