// Package outside makes text from outside, such as answers, criteria and replies, fit to be shown: without
// characters that hide, in its language, and as short as there is room. It does not escape: that is the
// business of what writes HTML or Markdown.
package outside
