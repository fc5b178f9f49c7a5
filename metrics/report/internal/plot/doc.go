// Package plot draws estimates and distributions: it turns numbers into what a template needs to draw them in
// SVG, places and lengths in percent and words for those who do not see. It does not write SVG itself.
package plot
