package reply

import "github.com/assize-eval/assize/judge"

// Points returns the contract "total_points/1": a task of one criterion whose weight is the maximum,
// and an object with total_points and max_points, and an explanation where there is one.
//
// The points must lie between 0 and the weight. A maximum that the judge states must be the weight,
// since points on another scale are other points; one that it does not state is not missed. Where
// the object has a breakdown whose items all state points, they must add up to the total. Numbers may
// be texts with a unit, a maximum or a sum ("12分", "12/16", "5+7=12"). Its reader may be called from
// several goroutines.
func Points() judge.Contract {
	f := &flat{fields: []flatField{{key: "total_points", max: "max_points", kind: Number}}}
	f.add(slot{role: roleValue}, totalNames...)
	f.add(slot{role: roleMax}, maxNames...)
	f.add(slot{role: roleReason}, reasonKeys...)
	f.add(slot{role: roleParts}, partKeys...)
	return f.contract("total_points/1", objectSchema(
		property{"explanation", stringSchema},
		property{"total_points", numberSchema},
		property{"max_points", numberSchema},
	))
}

// totalNames and maxNames are the spellings of the keys of points and of their maximum.
var (
	totalNames = []string{"total_points", "total_point", "total_score", "points_awarded", "awarded_points", "total_awarded", "points_total",
		"总得分", "得分", "实际得分", "總得分", "模型得分"}
	maxNames = []string{"max_points", "max_point", "maximum_points", "max_score", "maximum_score", "points_max", "total_max", "max", "maximum", "full_score",
		"满分", "滿分", "最高分", "该题总分"}
)

// partKeys are the spellings of the key of a breakdown.
var partKeys = []string{"breakdown", "items", "details", "score_breakdown", "points_breakdown", "scoring_items", "criteria", "明细", "得分明细", "评分明细", "分项", "评分项", "得分项", "各项得分"}
