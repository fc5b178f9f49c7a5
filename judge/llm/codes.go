package llm

import "strings"

// strongCodes are codes and types, squashed, that settle the class whatever the status says.
var strongCodes = byClass(map[class]string{
	classQuota: `insufficientquota billinghardlimitreached billingnotactive billingerror arrearage
		insufficientbalance paymentrequired creditbalancetoolow budgetexceeded accountoverdueerror
		insufficientcredits allocationquotafreetieronly exceededcurrentquotaerror insufficientuserquota
		preconsumetokenquotafailed quotaexhausted creditsexhausted baseresp1008`,
	classRateLimit: `ratelimitexceeded ratelimiterror toomanyrequests resourceexhausted throttling
		throttlingratequota throttlingallocationquota throttlingburstrate limitrequests limitburstrate
		limitallocationquota requestlimitexceeded tokenlimitexceeded rpmlimit tpmlimit
		throttlingexception ratelimitreachederror baseresp1002 baseresp1041`,
	classContextLength: `contextlengthexceeded contextwindowexceeded contextlengthexceedederror
		contextwindowexceedederror stringabovemaxlength prompttoolong inputtoolong
		exceedcontextsizeerror maxtokensexceeded requesttoolarge baseresp1039`,
	classContentFilter: `contentfilter contentfiltererror contentpolicyviolation
		contentpolicyviolationerror responsibleaipolicyviolation datainspectionfailed invalidprompt
		moderationblocked sensitivecontent sensitivewordsdetected cyberpolicy cyberpolicyviolation
		baseresp1026 baseresp1027`,
	classAuth: `invalidapikey authenticationerror permissionerror permissiondenied unauthorized
		unauthenticated apikeyinvalid incorrectapikey invalidauthentication accountdeactivated
		accessdenied unsupportedcountryregionterritory invalidorganization ipnotauthorized
		missingapikey modelaccessdenied expiredtokenexception baseresp1004 baseresp2049`,
	classNotFound: `modelnotfound modelnotfounderror notfounderror deploymentnotfound modelnotexist
		invalidmodel unknownmodel notfound unknownurl`,
	classEmpty:   `jsonvalidatefailed`,
	classExpired: `batchexpired`,
	classAbort:   `batchcancelled batchcanceled`,
})

// weakCodes settle the class when neither the text nor an error status does.
var weakCodes = byClass(map[class]string{
	classServer: `servererror internalerror internalservererror apierror internal internalerroralgo
		baseresp1000 baseresp1013 baseresp1024 baseresp1033`,
	classOverloaded: `overloadederror overloaded serviceunavailable engineoverloaded modeloverloaded unavailable`,
	classTimeout:    `timeout timeouterror deadlineexceeded requesttimeout gatewaytimeout baseresp1001`,
	classBadRequest: `invalidrequesterror invalidargument badrequest badrequesterror baseresp2013`,
})

// paramCodes say that a parameter is refused.
var paramCodes = strings.Fields(`unsupportedparameter unsupportedvalue unknownparameter extraforbidden
	invalidparametererror unsupportedparamserror unrecognizedargument unknownfield`)

func byClass(m map[class]string) map[string]class {
	out := make(map[string]class)
	for c, words := range m {
		for _, w := range strings.Fields(words) {
			out[w] = c
		}
	}
	return out
}
