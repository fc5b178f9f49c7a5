// Package judgetest helps to test judges and what uses them, without a network and without a model.
//
// It has four parts:
//
//  1. [Run] tests a judge of your own: every criterion answered, points in range, contexts honoured,
//     many calls at once, hostile text.
//  2. [Script] is a judge that says what it is told to, for tests of code that uses judges.
//  3. [Server] is an endpoint that speaks Chat Completions and Responses in memory. It grades by a
//     function, misbehaves on cue (each [Fault] by name, by rate and seed), and can have slots,
//     latencies and a prefix cache like those of real endpoints.
//  4. [Recorder] and [Replayer] keep exchanges with a real endpoint, without its secrets, and play
//     them back.
//
// [Tasks] are small questions to try all of this on.
//
// Everything that waits here waits for its context too and uses the time package alone, so tests can
// run it in a testing/synctest bubble, where waiting costs nothing. Nothing here is meant for the
// grading of real answers.
package judgetest
