// Package clustered takes means, shares, correlations and agreement of values that come in clusters, whose
// standard errors allow for values of one cluster being alike. Where no two values share a cluster they are
// those of independent values.
package clustered
