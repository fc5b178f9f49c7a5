// Package baseline is a judge that compares words. It needs no network, costs nothing and gives the
// same verdict every time, which is what wiring, tests and examples want.
//
// It is not a judge of quality. It looks whether the words of a criterion occur anywhere in the
// answer, and knows nothing of what either of them says: an answer that denies what a criterion asks
// for, or that lists its words, meets it, and an answer that says the same in other words does not.
// Numbers that it gives are for showing that a pipeline works, and say nothing about a model.
//
// # What is compared
//
// The terms of a text are its words, its numbers, and its pairs of neighboring Chinese characters.
// Case, full-width forms and common English endings do not matter, and only the first six letters
// of a word count; 1,200.50 and 1200.5 are the same number. A number counts as much as two words.
// Left out of a criterion are function words and the words that rubrics are written in ("states",
// "response", "得分"), the numbers of list items, marks such as "(+5分)", and clauses that announce a
// deduction ("…扣2分"), since they describe what the answer should not have. The share of a criterion
// is the part of its terms that the answer has.
package baseline
