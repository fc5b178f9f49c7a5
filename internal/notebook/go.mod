module github.com/assize-eval/assize/internal/notebook

go 1.26.0

require github.com/cosmos72/gomacro v0.0.0-20231101204900-3dc08f5f8fea

require (
	github.com/mattn/go-runewidth v0.0.15 // indirect
	github.com/peterh/liner v1.2.2 // indirect
	github.com/rivo/uniseg v0.2.0 // indirect
	golang.org/x/mod v0.29.0 // indirect
	golang.org/x/sync v0.17.0 // indirect
	golang.org/x/sys v0.37.0 // indirect
	golang.org/x/tools v0.38.0 // indirect
)
