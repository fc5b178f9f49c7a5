package reply

import "strings"

// Signs, in lower case, that a sentence after a verdict may correct it or take it back.
var (
	// retractions are English words, and their beginnings where they end in a star. weakRetractions are those
	// that a judge may also need to speak of an answer: they count at the beginning of a sentence and beside
	// words for the verdict.
	retractions = strings.Fields(`
		correction corrections corrigendum erratum actually reconsider* re-read* reread* reflection re-examin*
		reexamin* revisit* re-evaluat* reevaluat* re-assess* reassess* re-check* recheck* re-think* rethink* wait
		hmm hm oops whoops ouch sorry apolog* pardon misjudg* misgrad* mislabel* retract* recant* nope nah truth
		reality nevertheless nonetheless quotation* unquote hindsight fake dummy joke joking kidding edit toss-up
		unsure
	`)
	weakRetractions = strings.Fields(`
		mistake* mistook misread* miscount* miscalculat* misinterpret* misunderstood overlooked typo* slip scratch
		strike struck withdraw* withdrew rescind* revok* ignore* disregard* discard* void* nullif* invalid* cancel*
		supersed* overrid* overrul* replac* instead revers* invert* opposite contrary flip* swap* change* changing
		revis* updat* edited amend* adjust* modif* alter* undo* redo* otherwise example* sample*
		template* placeholder* quot* inject* plant* copied copy copies paste* repeat* object objects forged
		uncertain borderline debatable draft* provisional preliminary tentative temporary hypothetical* suppos*
		pretend* imagine test pending increase* rais* lower* reduc* upgrad* downgrad* bump* extra doubt* unsound
		unreliable untrue disagree* regret* deduct subtract
	`)
	// retractingPhrases are English words that mean it together.
	retractingPhrases = phraseList(`
second thought|second thoughts|third thought|not the case|isn't the case|wasn't the case|the object|this object
that object|to correct|i correct|corrected|hold on|take that back|take it back|take back|took back|taken back
on review|upon review|after review|closer look|closer inspection|closer reading|another look|looking again
look again|looked again|reading it again|reading again|read again|on a second|second look
would be met|would have been|would be satisfied|would be fulfilled|would be true|would meet|would satisfy
would only|could be met|might be met|may be met|or so i|i thought|if only|were it|i was wrong
i missed|i erred|i got|my error|my bad|in error|after all|in fact|to be precise|more precisely|or rather|rather,
that said|having said|no longer|should be|should have been|should've been|should read|should say|should now
ought to|must be|meant to|i meant|i mean|let me re|let me fix|make that|made that|call it|treat it as
treat this as|treat the|count it as|count this as|counted as|set it to|set to|given in|taken from|comes from
came from|is from|was from|found in the response as|stands in|not sure|either way|could go|could also|can't tell
cannot tell|hard to say|not use|don't use|not my|isn't my|no verdict|not the verdict|not the grade|not the score
not the final|not a verdict|the reverse|the opposite|strike that|scratch that|ignore this|ignore that
ignore the above|ignore the verdict|ignore the json|ignore it|disregard this|disregard that
disregard the above|disregard the verdict|disregard it|please ignore|please disregard|changed my|change my
changes my|changed to|change to|changes to|instead it|not final|not valid|not meant|not apply|for instance
too generous|too harsh|too strict|too lenient|too high|too low|fits better|more fitting|more appropriate
better verdict|for another|for the other|belongs to another|belongs to the other|wrote the above|wrote this
written by|of quote|of the quote|end quote|of example|of the example|of sample|this does not count
that does not count|it does not count|further consideration|further review|further thought
second pass|unable to|i cannot|i can't|i won't|refuse to|decline to|cannot be determined|can't be determined
cannot decide|not applicable|words of|part of the response|part of the answer|turns out|turned out|once more
all back|second reading|more point|more points|fewer point|another point|add back|less for|off for|further deduction|another deduction|->|=>|→|⇒|adding back|plus one|minus one
the other way|other way around|vice versa|so no|so yes|answer is no|answer: no|answer is yes
answer: yes|not so|not true|not correct|not right|not quite|not accurate|not hold|on balance|thinking about it
think about it|come to think|now i think|now think|now believe|i now|previous|earlier verdict|first verdict
above verdict is|verdict above is|grade above is|score above is|human should|needs review|to be confirmed|to be decided|to be verified
consider this|consider that|consider it|i was told|i was asked|i was instructed|asked me|told me|instructed me
i only read|own claim|own grade|own verdict|own assessment|deserves|one more|two more`)
	// openings begin a sentence that goes against what was said before it.
	openings = phraseList(`
but |but,|however|yet |yet,|still,|though,|except|unless|no,|no:|no.|no the |no that |no this |no it |no i |nay|never mind|nevermind|well,|ah|oh
ok,|okay|so it|so the|hence|then |if |had |were |assuming|given that|ps:|ps.|p.s|edit|errata|addendum|fix:|fixed
answer:|但|不过|然而|可是|只是|却|不,|不，|不。|否|非|唉|哦|啊|咦|嗯|对了|另`)
	// statements begin a sentence that states a verdict, which must be understood.
	statements = phraseList(`
final|result|verdict|grade|rating|score|conclusion|decision|outcome|overall|in conclusion|in summary|in short
so,|thus|therefore|结论|判定|综上|总之|因此|所以|故`)
	selfWords = phraseList(`
my|i|verdict|grade|grading|score|scoring|above|assessment|judgment|judgement|evaluation|it is
it was|that is|that's|this is|that was|this was|json|rating|result`)
	othersWords = phraseList(`
response|answer|reply|memo|document|text|author|student|candidate|user|model|examinee|essay`)
	// reasonMarks come before the reason of a verdict.
	reasonMarks = phraseList(`
 because | since | based on | reflects | as the |基于|因为|由于|依据|根据`)
	objectWords = phraseList(`
above|json|verdict|grade|rating|that is|that was|those are|this is what|this was what`)
	chineseOthers = phraseList(`回答|答案|文书|考生|题目|原文|材料|作答|答卷`)
	wrongWords    = phraseList(`
wrong|incorrect|inaccurate|error|erroneous|flawed|too high|too low|too strict|too lenient|too generous|too harsh`)

	// chineseRetractions mean it wherever they stand, chineseWeak as the weak English ones, and
	// chineseWrong beside words for the verdict.
	chineseRetractions = strings.Fields(`
		更正 修正 纠正 订正 勘误 改正 校正 应为 应是 应该是 应当为 应当是 应判 应改 应评 该为 改为 改成 改判
		改评 更改 重新 撤回 收回 作废 作罢 忽略 不算 不作数 不计 抱歉 对不起 不好意思 误判 误读 误给 误评 误写 误将
		误把 有误 错了 弄错 看错 搞错 写错 算错 判错 打错 评错 给错 笔误 失误 口误 其实 实际上 事实上 不对 等等
		等一下 稍等 慢着 且慢 再看 再想 再读 再次 复核 复查 复审 重审 重看 重读 重评 细看 细想 回头看 回看 经核
		核对后 经查 想了想 反过来 倒过来 反转 翻转 示例 样例 模板 范例 示范 摘自 抄自 出自 复制 植入 注入 草稿 暂定
		暂评 初评 待定 待核 存疑 说不准 再扣 再减 下调 上调 调低 调高 再加 另扣 另加 还要 则满足 才满足 才能满足
		方可满足 方能满足 则符合 才符合 才能符合 方可符合 算是满足 改主意 判否 写反 反了 说反 站不住 无法判断 无法评
		不能判断 难以判断 难以评 无法给 自带 例子 不得分 不给分 不予给 不能给 不该给 未计入 未扣除 未扣统一 漏计 漏算 少算
		多算 少计 多计 算少 算多 多给 少给 多扣 少扣 补给 补分 加回 应得 应给 应扣 扣回 为零 归零 取代 为准 正确结果
		正确的是 真实结果 看漏 漏看 颠倒 要求输出 上一题 上一条 另一题 分算 应当得 推翻 否决 不再 换成 换为 才对 才是 请以 另一 上文 原评 原判 刚才 刚刚 慎用 勿用 请勿
	`)
	chineseWeak = strings.Fields(`
		来自 无效 撤销 取消 失效 不成立 变更 修改 调整 更新 最终 最后 真正 可能 或许 也许 未必 不一定 不确定 初步
		之前 此前 前面 如果 若是 倘若 假设 假如 以下 如下 相反 反之 否定 替代 替换 变为 变成 以此 举例 不要 正确答案
	`)
	chineseSelf = phraseList(`
评分|打分|给分|以上|上述|上面|结果|判断|评判|评定|评价|我|这个|此结论|该结论|本结论|该分|分数|得分|此分|json`)
	chineseWrong = phraseList(`错|不准|不当|不妥|过高|过低|偏高|偏低|过严|过宽|不正确|假|引用`)
)

// phraseList returns the phrases of a list, which are parted by bars and lines.
func phraseList(list string) []string {
	return strings.FieldsFunc(list, func(c rune) bool { return c == '|' || c == '\n' })
}
