package pyliteral

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"go.starlark.net/syntax"
)

const (
	maxTokens = 20_000  // of one statement; bounds the recursion of the parser
	maxString = 1 << 24 // bytes of one string; names can double strings without end
)

// env holds the values of names.
type env map[string]value

// run applies the effect of s.
func (e env) run(s statement) {
	for _, n := range s.binds {
		if v, ok := e[n]; s.mutates && ok && v.err == nil && v.dict == nil {
			continue
		}
		e[n] = s.errorf("%s", s.why)
	}
	if len(s.targets) == 0 {
		return
	}
	v := e.expression(s, s.value)
	for _, target := range s.targets {
		e.assign(s, target, v)
	}
}

func (e env) assign(s statement, target []token, v value) {
	name := target[0].text
	if s.augment {
		v = add(e.expression(s, target), v)
	}
	if len(target) == 1 {
		e[name] = v
		return
	}
	at, table, err := parseExpression(target)
	index, ok := at.(*syntax.IndexExpr)
	if err != nil || !ok {
		e[name] = s.errorf("found a subscript that cannot be read")
		return
	}
	container, key := e.eval(index.X, table), e.eval(index.Y, table)
	switch {
	case container.dict == nil || key.err != nil || key.dict != nil:
		e[name] = s.errorf("assigned under a key that cannot be read")
	default:
		container.dict[key.str] = v
	}
}

// expression evaluates tokens.
func (e env) expression(s statement, tokens []token) value {
	x, table, err := parseExpression(tokens)
	if err != nil {
		return s.errorf("found an expression that cannot be read: %w", err)
	}
	v := e.eval(x, table)
	if v.err != nil {
		return s.errorf("%w", v.err)
	}
	return v
}

// parseExpression parses tokens as Starlark, whose expressions are Python's. Its string literals are
// not quite Python's: the source that it sees has numbers into table in their place.
func parseExpression(tokens []token) (x syntax.Expr, table []value, err error) {
	var b strings.Builder
	n := 0
	for i, t := range tokens {
		if t.kind != str {
			b.WriteString(t.text)
			b.WriteByte(' ')
			n++
			continue
		}
		v := value{str: t.str, err: t.err}
		if i > 0 && tokens[i-1].kind == str {
			table[len(table)-1] = add(table[len(table)-1], v)
			continue
		}
		fmt.Fprintf(&b, "%q ", strconv.Itoa(len(table)))
		table = append(table, v)
		n++
	}
	if n > maxTokens {
		return nil, nil, fmt.Errorf("the statement is longer than %d tokens", maxTokens)
	}
	opts := syntax.FileOptions{}
	x, err = opts.ParseExpr("", b.String(), 0)
	if e, ok := err.(syntax.Error); ok {
		err = fmt.Errorf("%s", e.Msg)
	}
	return x, table, err
}

// eval computes the value of x. It knows the few forms that mean the same in every module.
func (e env) eval(x syntax.Expr, table []value) value {
	switch x := x.(type) {
	case *syntax.Ident:
		if v, ok := e[x.Name]; ok {
			return v
		}
		return unread("found the name %s, which is not assigned before", x.Name)
	case *syntax.Literal:
		s, ok := x.Value.(string)
		if !ok {
			return unread("found the number %s", x.Raw)
		}
		i, _ := strconv.Atoi(s)
		return table[i]
	case *syntax.ParenExpr:
		return e.eval(x.X, table)
	case *syntax.BinaryExpr:
		if x.Op == syntax.PLUS {
			return add(e.eval(x.X, table), e.eval(x.Y, table))
		}
		return unread("found an expression with %s", x.Op)
	case *syntax.DictExpr:
		return e.dict(x, table)
	case *syntax.IndexExpr:
		key := e.eval(x.Y, table)
		if key.err != nil || key.dict != nil {
			return add(key, value{})
		}
		return e.eval(x.X, table).item(key.str)
	case *syntax.CallExpr:
		return e.call(x, table)
	case *syntax.TupleExpr:
		return unread("found a tuple")
	case *syntax.ListExpr:
		return unread("found a list")
	}
	return unread("found an expression of the kind %s", strings.TrimPrefix(fmt.Sprintf("%T", x), "*syntax."))
}

func (e env) dict(x *syntax.DictExpr, table []value) value {
	d := dict{}
	for _, item := range x.List {
		entry := item.(*syntax.DictEntry)
		key := e.eval(entry.Key, table)
		switch {
		case key.err != nil:
			return unread("in a key of a dict: %w", key.err)
		case key.dict != nil:
			return unread("found a dict as the key of a dict")
		}
		d[key.str] = e.eval(entry.Value, table)
	}
	return value{dict: d}
}

// call evaluates a call of strip, lstrip or rstrip.
func (e env) call(x *syntax.CallExpr, table []value) value {
	method, ok := x.Fn.(*syntax.DotExpr)
	if !ok {
		return unread("found a call of a function")
	}
	name := method.Name.Name
	if name != "strip" && name != "lstrip" && name != "rstrip" || len(x.Args) > 1 {
		return unread("found a call of the method %s", name)
	}
	text := e.eval(method.X, table)
	if text.err != nil || text.dict != nil {
		return add(text, value{})
	}
	cut := isSpace
	if len(x.Args) == 1 {
		set := e.eval(x.Args[0], table)
		if set.err != nil || set.dict != nil {
			return add(set, value{})
		}
		cut = func(r rune) bool { return strings.ContainsRune(set.str, r) }
	}
	if name != "rstrip" {
		text.str = strings.TrimLeftFunc(text.str, cut)
	}
	if name != "lstrip" {
		text.str = strings.TrimRightFunc(text.str, cut)
	}
	return text
}

// isSpace is Python's str.isspace.
func isSpace(r rune) bool {
	return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f
}

// add returns the strings joined.
func add(a, b value) value {
	switch {
	case a.err != nil:
		return a
	case b.err != nil:
		return b
	case a.dict != nil || b.dict != nil:
		return unread("found a dict where a string is needed")
	case len(a.str)+len(b.str) > maxString:
		return unread("found a string longer than %d bytes", maxString)
	}
	return value{str: a.str + b.str}
}
