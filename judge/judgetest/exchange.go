package judgetest

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"unicode/utf8"
)

// recordVersion is the version of the format of records. A record with another version is not read.
const recordVersion = 1

// record is one exchange, as one line of JSON.
type record struct {
	Version  int      `json:"v"`
	Request  sent     `json:"request"`
	Response received `json:"response"`
}

// sent is a request without its secrets. Its headers are not kept, for no answer of the endpoints
// that judges use depends on them.
type sent struct {
	Method string `json:"method"`
	// URL is without user and with none but harmless values in its query.
	URL string `json:"url"`
	// Body is the JSON body with its keys sorted, or the body as it was where it is no JSON.
	Body payload `json:"body"`
}

// received is a response without its secrets.
type received struct {
	Status int                 `json:"status"`
	Header map[string][]string `json:"header,omitempty"`
	Body   payload             `json:"body"`
	// Cut says that the body broke off where Body ends.
	Cut bool `json:"cut,omitempty"`
}

// payload is a body: text, or {"base64": …} where it is not valid UTF-8.
type payload []byte

// MarshalJSON returns a string, or an object with base64.
func (c payload) MarshalJSON() ([]byte, error) {
	if utf8.Valid(c) {
		return encode(string(c)), nil
	}
	return encode(object{"base64": base64.StdEncoding.EncodeToString(c)}), nil
}

// UnmarshalJSON reads what MarshalJSON returns.
func (c *payload) UnmarshalJSON(b []byte) error {
	var text string
	if json.Unmarshal(b, &text) == nil {
		*c = payload(text)
		return nil
	}
	var binary struct{ Base64 []byte }
	if err := json.Unmarshal(b, &binary); err != nil {
		return errors.New("a body is neither text nor base64")
	}
	*c = binary.Base64
	return nil
}

// key identifies a request by its method, its path and query, and its body; not by its host, so
// that a record plays back under any.
func (s sent) key() string {
	_, rest, _ := strings.Cut(s.URL, "://")
	i := strings.IndexByte(rest, '/')
	if i < 0 {
		i = len(rest)
	}
	h := sha256.New()
	for _, part := range []string{s.Method, rest[i:], string(s.Body)} {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil))
}

// sentOf returns what is kept of a request.
func (c *cleaner) sentOf(req *http.Request, body []byte) sent {
	return sent{Method: req.Method, URL: c.url(req.URL), Body: payload(c.requestBody(body))}
}

// takeBody reads the body of a request and puts a copy in its place.
func takeBody(req *http.Request) (*http.Request, []byte, error) {
	if req.Body == nil {
		return req.Clone(req.Context()), nil, nil
	}
	body, err := io.ReadAll(req.Body)
	req.Body.Close()
	if err != nil {
		return nil, nil, err
	}
	out := req.Clone(req.Context())
	out.Body = io.NopCloser(bytes.NewReader(body))
	return out, body, nil
}
