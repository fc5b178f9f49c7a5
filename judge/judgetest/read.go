package judgetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/assize-eval/assize/dataset"
)

var errShape = errors.New("the value has another shape")

// readRequest reads the body of a request for an answer. It reads token by token, for prompts are
// long.
func readRequest(api API, header http.Header, body []byte) (Request, error) {
	r := Request{API: api, Header: header, Body: body, Parameters: make(map[string]json.RawMessage)}
	list := "messages"
	if api == Responses {
		list = "input"
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	err := eachMember(dec, func(key string) error {
		switch {
		case key == "model":
			if dec.Decode(&r.Model) != nil {
				return errors.New("model: a name is required")
			}
		case key == list:
			if r.readList(dec) != nil {
				return errors.New(list + ": messages with roles and text are required")
			}
		case key == "instructions" && api == Responses:
			text, err := readContent(dec)
			if err != nil {
				return errors.New("instructions: text is required")
			}
			r.add(dataset.System, text, true)
		default:
			var value json.RawMessage
			err := dec.Decode(&value)
			r.Parameters[key] = value
			return err
		}
		return nil
	})
	if _, end := dec.Token(); err == nil && end != io.EOF {
		err = errShape
	}
	switch {
	case errors.Is(err, errShape), errors.As(err, new(*json.SyntaxError)), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return r, errors.New("the body is not a JSON object")
	case err != nil:
		return r, err
	case r.Model == "":
		return r, errors.New("model: a name is required")
	case string(r.Parameters["stream"]) == "true":
		return r, errors.New("stream: this server does not stream")
	case r.Prompt() == "":
		return r, errors.New(list + ": a message of a user's is required")
	}
	return r, nil
}

// eachMember reads an object and calls f for each of its members, to read the value.
func eachMember(dec *json.Decoder, f func(key string) error) error {
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return errors.Join(errShape, err)
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		if err := f(key.(string)); err != nil {
			return err
		}
	}
	_, err := dec.Token()
	return err
}

// readList reads a list of messages, or text that stands for a user message (Responses alone).
func (r *Request) readList(dec *json.Decoder) error {
	t, err := dec.Token()
	if text, ok := t.(string); ok && r.API == Responses {
		r.add(dataset.User, text, false)
		return nil
	}
	if err != nil || t != json.Delim('[') {
		return errShape
	}
	for dec.More() {
		var role, content string
		err := eachMember(dec, func(key string) (err error) {
			switch key {
			case "role":
				return dec.Decode(&role)
			case "content":
				content, err = readContent(dec)
				return err
			}
			return skip(dec)
		})
		if err != nil {
			return err
		}
		if role == "developer" {
			role = dataset.System
		}
		r.add(role, content, false)
	}
	_, err = dec.Token()
	return err
}

// readContent reads text, null, or a list of parts with text.
func readContent(dec *json.Decoder) (text string, err error) {
	t, err := dec.Token()
	switch t := t.(type) {
	case string:
		return t, nil
	case nil:
		return "", err
	case json.Delim:
		if t != '[' {
			return "", errShape
		}
	default:
		return "", errShape
	}
	for dec.More() {
		err := eachMember(dec, func(key string) error {
			if key != "text" {
				return skip(dec)
			}
			var part string
			err := dec.Decode(&part)
			text += part
			return err
		})
		if err != nil {
			return "", err
		}
	}
	_, err = dec.Token()
	return text, err
}

func skip(dec *json.Decoder) error {
	var value json.RawMessage
	return dec.Decode(&value)
}

// add adds a message with text, as the first or as the last.
func (r *Request) add(role, text string, first bool) {
	m := dataset.Message{Role: role, Content: text}
	switch {
	case text == "":
	case first:
		r.Messages = append([]dataset.Message{m}, r.Messages...)
	default:
		r.Messages = append(r.Messages, m)
	}
}
