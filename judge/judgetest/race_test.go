//go:build race

package judgetest_test

func init() { raced = true }
