package clustered

// Link puts those of n things that have a key in common into one part, and those that are linked
// through others. It returns the first thing of each one's part.
func Link(n int, keys func(i int) []string) []int {
	parent := make([]int, n)
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	first := map[string]int{}
	for i := range parent {
		parent[i] = i
		for _, k := range keys(i) {
			if j, seen := first[k]; seen {
				// The lower index stays the root.
				x, y := root(i), root(j)
				parent[max(x, y)] = min(x, y)
			} else {
				first[k] = i
			}
		}
	}
	for i := range parent {
		parent[i] = root(i)
	}
	return parent
}
