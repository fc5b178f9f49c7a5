package report

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/assize-eval/assize/metrics/report/internal/clustered"
)

// ClusterOf names the cluster of the samples that rest on a text, such as a source document or a
// prompt that is there twice: equal texts, and no others, have the same name. White space around the
// text does not count. A blank text has the empty name, which is no cluster.
func ClusterOf(text string) string {
	text = strings.TrimSpace(text)
	if text == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// clusterOf returns the cluster of a sample: a named one, or its own, which no other sample has.
func clusterOf(s Sample) string {
	if s.Cluster != "" {
		return "cluster\x00" + s.Cluster
	}
	return "sample\x00" + s.Subset + "\x00" + s.ID
}

// join puts the results of a row into a cluster.
func (r *row) join(cluster string) {
	r.whole.cluster = cluster
	for i := range r.categories {
		r.categories[i].cluster = cluster
	}
}

// clusters returns the clusters of the scored samples by subset.
func (b *builder) clusters() map[string][]string {
	out := map[string][]string{}
	for _, r := range b.rows {
		if r.whole.scored {
			out[r.subset] = append(out[r.subset], r.whole.cluster)
		}
	}
	return out
}

// clusterCounts counts the clusters of each subset by itself, in sum, and those of all together.
func clusterCounts(bySubset map[string][]string) (apart, together int) {
	var all []string
	for _, clusters := range bySubset {
		apart += clustered.Distinct(clusters)
		all = append(all, clusters...)
	}
	return apart, clustered.Distinct(all)
}
