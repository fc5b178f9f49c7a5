// Package llm grades tasks by asking a language model behind an OpenAI-compatible endpoint.
//
// Use it in three steps:
//
//  1. Fill a [Config]: the model, and the base URL and key of its endpoint. [FromEnv] takes the two
//     from the environment for those who want that; nothing else does.
//  2. Make one [Judge] of it with [New].
//  3. Hand the Judge to judge.Run, or to a benchmark. [Judge.Complete] has the same model answer
//     conversations, for the answers that are to be graded.
//
// The package is not a general client: it does not stream, call tools, or keep conversations.
//
// # Responses
//
// Every response is classified before its text is looked at: by the error code in its body, else by
// the words of the error, else by its status, wherever the error stands: also under status 200, in a
// choice, within another error's text, or without an error key. What repeats the request says nothing. One
// class, one action:
//
//	class           code              what happens
//	ok              –                 the contract reads the reply
//	rate_limit      RateLimited       wait as long as asked, or back off; all requests slow down
//	overloaded      Transport         the same
//	server          Transport         back off and retry; an internal error that comes four times
//	                                  in the same words ends the task
//	timeout         Transport         retry
//	transport       Transport         retry; a host that cannot be reached at the start ends the run
//	abort           Transport         retry
//	in_band_error   Transport         retry
//	bad_body        Transport         retry; a page or a stream instead of a completion has the code
//	                                  BadRequest and ends the run
//	truncated       Transport         the exchange broke off: retry
//	truncated       Truncated         the reply was cut, also where that is said as an error: ask again,
//	                                  with twice the budget
//	empty           Empty             ask again; so for an error that says that a reply was no JSON
//	conflict        Conflict          ask again: a member of the body stands twice, or there are several
//	                                  choices, and they differ
//	pending         Transport         poll for the response by its ID
//	bad_param       BadRequest        renegotiate; one that was not sent ends the task, or the run
//	                                  when nothing was ever answered
//	bad_request     BadRequest        give the task up
//	context_length  ContextLength     give the task up
//	content_filter  Filtered          give the task up
//	refusal         Refused           give the task up
//	quota           Quota             end the run
//	auth            Auth              end the run
//	not_found       BadRequest        end the run: there is no such model or address
//	config          BadRequest        end the run: a redirect, a certificate, an impossible request
//	expired         Transport         submit the line of a Batch job again
//	cancelled       Canceled          return at once
//
// To end the run is to set Stop in the [judge.Error]; tasks that wait for their turn then do not ask. A
// reply that the contract cannot read is asked for again under the codes Malformed, Conflict, Empty,
// Truncated and Refused. Every asking differs from the one before: it names the fault in a further
// message, drops the output form the second time, and doubles the token budget after a cut. The message
// is in Chinese where the prompt is, and follows the task's own as another one of the user's; to an
// endpoint that wants the roles to alternate it goes out at the end of the task's own. All calls
// are counted in the verdict's usage.
//
// A prompt of more than 4 KB that the endpoint counts far too few tokens for, less than one in 8 letters
// or 4 Chinese characters, was cut by it in silence, and has the code ContextLength. A count below 128 for
// such a prompt, or of 0 for any, is that of no context in use, but a placeholder: the call counts as one
// without a count of tokens, and the grades of a long prompt carry a flag, since a cut one would not be
// noticed.
//
// # Giving up
//
// A failure is that of its task alone once anything has succeeded: a verdict has been read, or an answer
// completed. Until then failures may be those of the endpoint: a gateway without a server, another API, a
// mode of output that yields nothing, a model that never gives a verdict. When [Config].GiveUpAfter
// requests have failed and nothing has succeeded, the next of at least four tasks to fail ends the run,
// with the code of its own failure and an error that counts the requests and the tasks by code.
//
// Refusals for load (429, 503) may pass. They count once they have come for five times
// [Config].MaxWait, or when they ask for a wait longer than that. Prompts that are too long or filtered
// say nothing of the endpoint and do not count. Where replies came that could not be read, they must be
// about three samples, or else be four times as many. Three tries of a task at a host that has never
// answered end the run without further ado.
//
// # Parameters
//
// The body holds model and messages, and what the Config sets. A parameter that the endpoint refuses is
// renamed (max_tokens, max_completion_tokens), lowered, weakened (json_schema, json_object, nothing) or
// dropped, once for all tasks: while it is open whether the endpoint takes a kind of request, one goes
// ahead and the others wait. What was really sent stands in [judge.Source].Parameters, and a change is
// logged.
//
// # Prompt caches
//
// The prefix of a prompt is the same text for all tasks of a sample, so that endpoints which keep prompts
// by their beginning find it again. [Config].PromptCache marks it for those that want that. The marks are
// no parameters: no reply depends on them.
//
// # Limits
//
// The number of requests at work starts at 8, grows by one with each success until the first refusal
// for load (429, 503), then by one a round, and shrinks by a tenth with a refusal, once a round. It
// never follows the response time. Limits of requests and tokens per minute are taken from the
// x-ratelimit headers, or from the Config until there are any. A wait that the endpoint asks for, in
// whatever form, is kept as a minimum, with jitter, by all requests; a point in time is held against the
// server's own clock. A task whose wait is longer than [Config].MaxWait fails at once and says how long it
// was. While a task waits it holds no slot, and when it returns it goes first.
//
// # Secrets
//
// The SDK's environment variables are not read. Redirects are refused. Keys, header values and the base
// URL's query are taken out of everything that an endpoint or a transport says before it gets into an
// error or a log, and keys of 16 characters and more out of replies, which get into ledgers and reports.
package llm
