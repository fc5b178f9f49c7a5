package baseline

// stopWords do not count in a criterion: function words, and the Chinese words in which rubrics
// speak about answers and points.
var stopWords = newVocabulary(`
an the and or but if of to in on at by for from with as into than then that this these those it its
is are was were be been being has have had do does did will would can could may might should shall must
not no nor so such any all each both either other there their they he she his her you your we our
which who whom whose what when where how why because about also only more most very

得分 总分 满分 本项 分点 说明 提及 指出 明确 分析 即可
`)

// openers do not count at the beginning of a criterion, where they say that an answer says something.
var openers = newVocabulary(`
response answer user
state mention identify explain note include provide describe discuss address indicate recognize
acknowledge give specify clarify list name cite show point out calculate conclude distinguish
advise recommend suggest warn
correctly clearly explicitly accurately appropriately properly
`)
