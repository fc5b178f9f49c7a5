package plawbench

// LoadPrompts returns the official prompts for judges, which this library does not contain, from a
// copy of the official release: path is its prompt_zh.py, or the folder that holds it. The texts are
// read without running the file, and each must have the SHA-256 of the released one; any other is an
// error that names both. For other texts use [NewPrompts].
//
// [Repaired] removes four lines, which stand together in the system and in the user prompt for case
// analyses, once in each: after the line "结论": { the three lines that give its total_points as 0, its
// max_points as 0 and its breakdown, and the line that closes it and opens a fifth section "others"
// without a comma. 结论 then has the body that was that of "others". It is an error when these lines
// are not there, exactly once. The user prompt becomes that of EvalScope. [EvalScope] makes the system
// prompt that of EvalScope too. [Verbatim] removes nothing: judges that obey it give 0 of 0 for 结论,
// and such replies are not accepted.
//
// In all variants the rubric of a consultation or statement is shown as text, <<score>> is the
// sample's MaxPoints and <<num>> is 25. The released program shows these rubrics as quoted strings and
// fills in an empty score and 50 for consultations.
func LoadPrompts(path string, v Variant) (Prompts, error) { return official.prompts(path, v) }

// LoadTaskPrompts returns the official task prompts, which this library does not contain, from a copy
// of the official release: path is its prompt_generate.py, or the folder that holds it. The texts are
// read without running the file. The instructions must have the SHA-256 of the released ones; the
// parts for context and question must have their length. Any other text is an error; for one use
// [NewTaskPrompts].
//
// [Repaired] and [Verbatim] are the same here. [EvalScope] removes the blanks at the ends of lines.
func LoadTaskPrompts(path string, v Variant) (TaskPrompts, error) {
	return official.taskPrompts(path, v)
}

func (r release) prompts(path string, v Variant) (Prompts, error) {
	v, err := v.orDefault()
	if err != nil {
		return Prompts{}, err
	}
	src, err := openSource(path, judgeFile)
	if err != nil {
		return Prompts{}, err
	}
	texts := make(map[kind]Template)
	for _, k := range []kind{caseKind, consultationKind, documentKind} {
		var t Template
		if t.System, err = src.verified(r.judgeSystem[k], systemVariable, judgeKeys[k]); err == nil {
			t.User, err = src.verified(r.judgeUser[k], userVariable, judgeKeys[k])
		}
		if err != nil {
			return Prompts{}, err
		}
		texts[k] = t
	}
	if texts[caseKind], err = r.repair(texts[caseKind], v); err != nil {
		return Prompts{}, src.error(err)
	}
	templates := make(map[Subset]Template)
	for _, s := range Subsets() {
		templates[s] = texts[s.kind()]
	}
	p, err := NewPrompts("PLawBench official, "+string(v), templates)
	p.official = err == nil
	return p, err
}

func (r release) taskPrompts(path string, v Variant) (TaskPrompts, error) {
	v, err := v.orDefault()
	if err != nil {
		return TaskPrompts{}, err
	}
	src, err := openSource(path, taskFile)
	if err != nil {
		return TaskPrompts{}, err
	}
	name := "PLawBench official"
	if v == EvalScope {
		name += ", evalscope"
	}
	templates := make(map[Subset]TaskTemplate)
	for _, s := range Subsets() {
		k := s.kind()
		var t TaskTemplate
		if t.Instructions, err = src.verified(r.task[k], taskVariable, taskKeys[k]); err == nil {
			t.User, err = src.userPart(k, r.userLength[k])
		}
		if err == nil && v == EvalScope {
			t.Instructions = trimLines(t.Instructions)
			err = src.error(wantLength(taskVariable+"["+taskKeys[k]+"] without blanks at line ends", t.Instructions, r.evalScopeTask[k]))
		}
		if err != nil {
			return TaskPrompts{}, err
		}
		templates[s] = t
	}
	p, err := NewTaskPrompts(name, templates)
	p.official = err == nil
	return p, err
}
