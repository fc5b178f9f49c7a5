// Package parquet reads rows from parquet files for package dataset, which does without it so that
// programs that read only JSON do not carry a parquet library:
//
//	err := dataset.EachRow(path, each, parquet.Format())
package parquet
