package report

// split splits a list by a key of its elements, in the order in which the keys come.
func split[T any, K comparable](list []T, key func(T) K) [][]T {
	at := map[K]int{}
	var out [][]T
	for _, x := range list {
		i, ok := at[key(x)]
		if !ok {
			i = len(out)
			at[key(x)] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], x)
	}
	return out
}
