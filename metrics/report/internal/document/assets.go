package document

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"sync"

	"github.com/assize-eval/assize/metrics/report/internal/numeral"
	"github.com/assize-eval/assize/metrics/report/internal/outside"
)

//go:embed page
var files embed.FS

// scripts are the parts of the script, in their order.
var scripts = []string{"text.js", "chunks.js", "grades.js", "pairs.js", "samples.js"}

// assets are the templates with the style and the script that they share, and the policy that allows those.
type assets struct {
	templates             *template.Template
	style, script, policy template.HTML
}

// load reads the assets once.
var load = sync.OnceValues(func() (assets, error) {
	var a assets
	style, err := files.ReadFile("page/page.css")
	if err != nil {
		return a, err
	}
	script := []byte("(() => {\n\"use strict\";\n")
	for _, name := range scripts {
		part, err := files.ReadFile("page/" + name)
		if err != nil {
			return a, err
		}
		script = append(script, part...)
	}
	script = append(script, "})();\n"...)
	// The policy allows this style and this script by their hashes, and nothing else.
	a.policy = template.HTML(fmt.Sprintf(
		`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'">`,
		hashSource(style), hashSource(script)))
	a.style = template.HTML("<style>" + string(style) + "</style>")
	a.script = template.HTML("<script>" + string(script) + "</script>")
	a.templates, err = template.New("page").Funcs(template.FuncMap{
		"text": outside.Visible, "lang": outside.Language, "count": numeral.Count[int],
		"policy": func() template.HTML { return a.policy },
		"style":  func() template.HTML { return a.style },
		"script": func() template.HTML { return a.script },
	}).ParseFS(files, "page/*.tmpl")
	return a, err
})

// hashSource returns the source expression of a policy that allows a text.
func hashSource(text []byte) string {
	sum := sha256.Sum256(text)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
