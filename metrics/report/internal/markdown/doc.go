// Package markdown writes text from outside into Markdown so that it stays text.
package markdown
