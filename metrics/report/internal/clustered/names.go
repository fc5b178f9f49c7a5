package clustered

// Shared says whether a name occurs twice.
func Shared(names []string) bool { return Distinct(names) < len(names) }

// Distinct counts the different names.
func Distinct(names []string) int {
	seen := make(map[string]bool, len(names))
	for _, n := range names {
		seen[n] = true
	}
	return len(seen)
}
