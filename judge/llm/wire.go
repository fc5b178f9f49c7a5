package llm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

// maxBody bounds the size of a response.
const maxBody = 32 << 20

// wire sends requests. It uses the client of openai-go for addresses, headers and authentication
// alone: bodies go out as they are, responses are taken from below it by capture, before it can read
// or refuse them, and its retries are off.
type wire struct {
	client openai.Client
	// own is what the wire's own requests go through; nil for a ready client.
	own option.HTTPClient
}

// direct makes requests without what an http.Client adds: redirects and cookies.
type direct struct{ http.RoundTripper }

// Do makes a request.
func (d direct) Do(r *http.Request) (*http.Response, error) { return d.RoundTrip(r) }

// newWire returns a wire with a client of its own. The client is not made by openai.NewClient, which
// takes addresses, keys and headers from the environment for whatever host it is given.
func newWire(c Config, e endpoint) *wire {
	var own option.HTTPClient
	switch {
	case c.HTTPClient != nil:
		client := *c.HTTPClient
		client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		own = &client
	case c.Transport != nil:
		own = direct{c.Transport}
	default:
		own = direct{newTransport(c.MaxConcurrency)}
	}
	opts := []option.RequestOption{
		option.WithHTTPClient(own),
		option.WithBaseURL(e.base),
		option.WithMaxRetries(0),
	}
	if c.APIKey != "" {
		opts = append(opts, option.WithAPIKey(c.APIKey))
	}
	for _, name := range slices.Sorted(maps.Keys(c.Headers)) {
		opts = append(opts, option.WithHeader(name, c.Headers[name]))
	}
	return &wire{client: openai.Client{Options: append(opts, option.WithMiddleware(capture))}, own: own}
}

// wrapWire returns a wire that uses a ready client, with its retries turned off.
func wrapWire(client openai.Client) *wire {
	opts := slices.Concat(client.Options, []option.RequestOption{option.WithMaxRetries(0), option.WithMiddleware(capture)})
	return &wire{client: openai.Client{Options: opts}}
}

// newTransport returns a transport for as many requests to one host at a time: with fewer idle connections
// than requests, each burst would open new ones until the ports run out.
func newTransport(concurrency int) *http.Transport {
	dialer := &net.Dialer{Timeout: 30 * time.Second, KeepAlive: 30 * time.Second}
	return &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         dialer.DialContext,
		ForceAttemptHTTP2:   true,
		MaxIdleConns:        concurrency,
		MaxIdleConnsPerHost: concurrency,
		IdleConnTimeout:     30 * time.Second,
		TLSHandshakeTimeout: 15 * time.Second,
		// Many times what endpoints send; ten times less than the default, and all of it is kept.
		MaxResponseHeaderBytes: 1 << 20,
		ExpectContinueTimeout:  time.Second,
		// A prompt goes out in one write, and is not copied through a buffer made for it.
		WriteBufferSize: 64 << 10,
		// A connection that died while a model was thinking is found out without waiting for the
		// attempt's end.
		HTTP2: &http.HTTP2Config{SendPingTimeout: 30 * time.Second, PingTimeout: 15 * time.Second},
	}
}

// exchange is one request and what came back. It travels in the request's context.
type exchange struct {
	response
	// upload is the request's body; nil when the client was given it in one piece, or there is none.
	upload payload
	// sent are the headers of the request; nil when none was sent.
	sent http.Header
	// query is the query of the request's URL.
	query string
	// err is the error that left the request without a response.
	err error
	// answered says that a response came, whatever its status.
	answered bool
	// moved says that a client followed a redirect to another place.
	moved bool
}

type exchangeKey struct{}

// capture is the innermost middleware. It reads the response into the exchange, and hands on one whose
// body is in memory.
func capture(req *http.Request, next option.MiddlewareNext) (*http.Response, error) {
	x, ok := req.Context().Value(exchangeKey{}).(*exchange)
	if !ok {
		return next(req)
	}
	x.sent, x.query = req.Header, req.URL.RawQuery
	if x.upload != nil {
		req.ContentLength, req.GetBody = x.upload.size(), x.upload.open
	}
	res, err := next(req)
	if err == nil && res == nil {
		err = errors.New("the transport returned neither a response nor an error")
	}
	if err != nil {
		x.err = err
		return nil, err
	}
	x.status, x.header = res.StatusCode, res.Header
	x.answered = true
	switch {
	case res.Body == nil:
	case res.StatusCode == http.StatusSwitchingProtocols:
		_ = res.Body.Close() // the connection itself: it has no end, and no deadline
	default:
		x.body, x.response.err = readBody(res)
	}
	if final := res.Request; final != nil && final.URL != nil {
		x.moved = final.URL.Host != req.URL.Host || final.URL.Path != req.URL.Path || final.Method != req.Method
	}
	res.Body = io.NopCloser(bytes.NewReader(x.body))
	return res, nil
}

var errTooLarge = fmt.Errorf("the response is larger than %d MiB", maxBody>>20)

func readBody(res *http.Response) ([]byte, error) {
	defer res.Body.Close()
	var b bytes.Buffer
	if n := res.ContentLength; n > 0 && n <= maxBody {
		b.Grow(int(n) + bytes.MinRead)
	}
	n, err := b.ReadFrom(io.LimitReader(res.Body, maxBody+1))
	switch {
	case err != nil:
		return b.Bytes(), err
	case n > maxBody:
		return b.Bytes(), errTooLarge
	}
	return unzip(b.Bytes())
}

// payload is a request's body in parts, which are sent from where they are and not changed.
type payload [][]byte

func (p payload) size() int64 {
	n := 0
	for _, part := range p {
		n += len(part)
	}
	return int64(n)
}

// open returns a reader of the payload. It is what net/http asks for when it repeats a request on
// another connection.
func (p payload) open() (io.ReadCloser, error) {
	parts := net.Buffers(slices.Clone(p))
	return io.NopCloser(&parts), nil
}

// do makes one request and returns what came of it. A nil body makes it a GET.
func (w *wire) do(ctx context.Context, path string, body payload) *exchange {
	x := new(exchange)
	ctx = context.WithValue(ctx, exchangeKey{}, x)
	method, params := http.MethodPost, any(nil)
	switch {
	case body == nil:
		method = http.MethodGet
	case w.own == nil:
		// A client's middleware may want to sign the body, and finds it in one piece.
		params = bytes.Join(body, nil)
	default:
		x.upload = body
		params, _ = body.open()
	}
	err := w.client.Execute(ctx, method, path, params, nil)
	if !x.answered && x.err == nil {
		// The client made no request: what it says is the only word there is.
		x.err = err
		if err == nil {
			x.err = errors.New("the client made no request")
		}
	}
	return x
}

// closeIdle closes connections that are not in use.
func (w *wire) closeIdle() {
	switch own := w.own.(type) {
	case *http.Client:
		own.CloseIdleConnections()
	case direct:
		if t, ok := own.RoundTripper.(*http.Transport); ok {
			t.CloseIdleConnections()
		}
	}
}

var errProbe = errors.New("probe")

// hostOf returns the host that a ready client asks, without asking it: the request is stopped before
// any of the client's own middleware sees it.
func hostOf(client openai.Client) (string, error) {
	host := ""
	stop := option.WithMiddleware(func(req *http.Request, _ option.MiddlewareNext) (*http.Response, error) {
		host = req.URL.Host
		return nil, errProbe
	})
	probe := openai.Client{Options: slices.Concat([]option.RequestOption{stop}, client.Options, []option.RequestOption{option.WithMaxRetries(0)})}
	if err := probe.Get(context.Background(), "", nil, nil); host == "" {
		return "", err
	}
	return host, nil
}
