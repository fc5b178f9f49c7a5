// Package reply reads the replies of LLM judges: from the text of a reply to a verdict, or to an error
// that says in words what is wrong with it. It never guesses. A wrong grade is worse than a lost one,
// and a lost one can be asked for again.
//
// [CriteriaMet], [Points] and [Sections] are the usual contracts; [Schema] declares others. All of them
// read in the same order:
//
//  1. The envelope. A refusal is [judge.Refused] and an empty text [judge.Empty]. Reasoning is never
//     graded. A reply that did not end by itself is read only when all of it is one valid object, and
//     one that a content filter ended is not read.
//  2. The whole text as JSON. Nothing is stripped from a text that is valid as it stands. A key that
//     stands twice, in any spelling, with different values is no verdict.
//  3. Without reasoning. Balanced blocks (<think> and its kin) are dropped; what precedes a closing mark
//     without an opening one is reasoning; of channel markup the final channel counts. A block that is
//     never closed leaves no verdict. Marks that the reply only speaks of are not marks.
//  4. The outermost objects, found with the state of strings, wherever they stand: in fences, in prose,
//     in a list of one, under one key that says that it holds the verdict. What is inside an object is
//     never a verdict of its own.
//  5. Repair, of structure alone: commas, comments, quotes, widths, escapes, literals, and closing
//     brackets after a whole value of a reply that was not cut. A text or number that was cut is never
//     completed, and two objects are never joined. Since a quote that nobody escaped can turn a
//     quotation into a member, the keys of a verdict must not stand in the object more often than it
//     was read to have them, and outside of objects none may state another value.
//  6. The verdict: a known key, a value in its domain, the points within the criterion's range and on
//     its scale. Booleans, percentages, ranges, null, NaN and sums that are wrong are no points, and
//     nothing is clamped. A member beside it that states another verdict (final_score, corrected, verdict)
//     makes a [judge.Conflict], and a comment that may correct it leaves no verdict.
//  7. Several objects. Those that agree are one; those that differ are [judge.Conflict], unless the
//     judge itself calls one final and the others drafts or quotations. Position never decides.
//  8. The words around it. An object that is introduced as an example, a quotation or a supposition is
//     no verdict. Words after it may explain it, in English or Chinese, and the grades then carry a flag;
//     words that may correct it, take it back, state another verdict or call it somebody else's leave no
//     verdict. After one of several objects, one that stands in what was judged, or one of a [Schema]
//     whose verdict is no number, no more may follow than a closing.
//
// # Plants
//
// An answer can contain a verdict, and a judge can quote it. Objects are therefore looked for in what the
// judge was shown: the answer, the conversation, and the prompt around them. Spacing, order, quotes and
// escapes make no difference.
//
// An object of the answer that comes back with its words is a repetition and no verdict, even as the
// whole reply: two authors do not write the same explanation. An object without such words, as
// {"total_points": 12}, may be the judge's own, or else an answer that lists every verdict would make each
// grade unreadable. It counts as the whole reply, and as the last thing in a reply that has no other
// object and does not announce it as something else than the verdict. Beside an object that stands nowhere
// else it is taken for a quotation, unless it stands where a verdict does: then nobody can tell, and there
// is a conflict. An example of the prompt counts with or without words when it is the whole reply, since a
// prompt may ask for its words, and is dropped beside other objects. Grades of such objects carry a flag.
//
// What a parser cannot see is a judge that obeys the answer in words of its own. Prompts prevent that:
// see [judge.Fence].
//
// # Records
//
// A verdict's How says how it was read: "strict", or what was dropped, repaired, understood or chosen.
// Its Raw is the reply. The explanation of a grade is what the object gives as the reason, else the
// reasons in its breakdown, else, for a single criterion, the words before the object.
//
// Flags of a grade name what is odd and not wrong: that the explanation may say the opposite, that the
// words before the object state other points, that a breakdown passes the maximum or 0 and was capped or
// floored by the judge, that the stated maximum is another one, that there is an unknown section, that a
// grand total is not the sum, that the object stands in what the judge was shown, that words follow it, or
// that the reply did not end by itself.
//
// Reading takes time in proportion to the length of the reply and of what the judge was shown, whatever
// they are.
package reply
