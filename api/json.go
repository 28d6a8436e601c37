package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Decode reads one JSON value from r, at most limit bytes, into v, a pointer.
//
// It is as strict as the contract asks, and stricter than encoding/json, which matches names
// regardless of case, lets the last of two equal members win, reads null as "leave it", and puts
// U+FFFD for what is no Unicode: each of these accepts a request and then does something else than
// it says. Refused are an empty body, text behind the value, a member that is unknown, spelled in
// another case, given twice or null, and text that is not UTF-8 or has half a surrogate pair.
//
// Errors: too_large (with Limit), the *Error that an UnmarshalJSON of v returns (such as
// invalid_token), else invalid_request; the detail names the member as in "ops[3].token". An
// error of r itself is returned as it is, wrapped.
func Decode(r io.Reader, v any, limit int64) error {
	found, err := DecodeOptional(r, v, limit)
	if err != nil {
		return err
	}
	if !found {
		return NewError(CodeInvalidRequest, "The body is empty: send a JSON object.")
	}
	return nil
}

// DecodeOptional is [Decode] where the body may be left out: found is false, and v untouched, where
// r has nothing but white space.
func DecodeOptional(r io.Reader, v any, limit int64) (found bool, err error) {
	body, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return false, fmt.Errorf("read the JSON body: %w", err)
	}
	if int64(len(body)) > limit {
		e := NewError(CodeTooLarge, "The body has more than %d bytes: send less.", limit)
		e.Limit = limit
		return false, e
	}
	if isBlank(body) {
		return false, nil
	}
	return true, Unmarshal(body, v)
}

// Unmarshal is [Decode] of a body that was read already.
func Unmarshal(body []byte, v any) error {
	if !utf8.Valid(body) {
		return NewError(CodeInvalidRequest, "The body is not UTF-8: encode it as UTF-8.")
	}
	if !json.Valid(body) {
		return explain(json.Unmarshal(body, new(any)))
	}
	s := strict{text: body}
	if err := s.value(reflect.TypeOf(v).Elem()); err != nil {
		return err
	}
	return explain(json.Unmarshal(body, v))
}

func isBlank(b []byte) bool {
	return !slices.ContainsFunc(b, func(c byte) bool { return !isSpace(c) })
}

// explain turns an error of encoding/json into ours.
func explain(err error) error {
	if err == nil {
		return nil
	}
	var own *Error
	if errors.As(err, &own) {
		return own
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return NewError(CodeInvalidRequest, "The body is no JSON value: %v at byte %d.", syntax, syntax.Offset)
	}
	var mismatch *json.UnmarshalTypeError
	if errors.As(err, &mismatch) {
		at := "The body"
		if mismatch.Field != "" {
			at = quote(mismatch.Field)
		}
		return NewError(CodeInvalidRequest, "%s is a JSON %s: give %s.", at, mismatch.Value, wanted(mismatch.Type))
	}
	return NewError(CodeInvalidRequest, "The body can't be read: %v.", err)
}

// wanted says in words of JSON what a Go type is read from.
func wanted(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a string"
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "a whole number that is not negative and fits " + t.Kind().String()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return "a whole number that fits " + t.Kind().String()
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return "a string of base64"
		}
		return "an array"
	case reflect.Struct, reflect.Map:
		return "an object"
	}
	return "a " + t.String()
}

// strict walks a text that json.Valid accepted, beside the Go type it will be read into. Since the
// text is valid, it looks only for what json.Valid lets pass.
type strict struct {
	text []byte
	pos  int
	path []step // from the top to the value at pos, for errors
}

type step struct {
	name  string // of a member, or
	index int    // of an element, where name is empty and member false
	array bool
}

// value checks the value at pos and moves behind it. t is nil where no Go type is known: below a
// value of an unexpected kind, which encoding/json refuses later, or within one that reads itself.
func (s *strict) value(t reflect.Type) error {
	for t != nil && t.Kind() == reflect.Pointer && !readsItself(t) {
		t = t.Elem()
	}
	s.space()
	if t != nil && readsItself(t) && s.text[s.pos] != 'n' {
		return s.own(t)
	}
	switch s.text[s.pos] {
	case '{':
		return s.object(t)
	case '[':
		if t != nil && t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 {
			return s.refuse("is an array: give a string of base64")
		}
		return s.array(t)
	case '"':
		_, err := s.str()
		return err
	case 'n':
		return s.refuse("is null: leave it out, or give it a value")
	}
	for s.pos < len(s.text) && strings.IndexByte(",]} \t\r\n", s.text[s.pos]) < 0 {
		s.pos++
	}
	return nil
}

// own checks a value of a type with an UnmarshalJSON, such as Token, by letting it read the value:
// encoding/json would not say which member its error is about.
func (s *strict) own(t reflect.Type) error {
	start := s.pos
	if err := s.value(nil); err != nil {
		return err
	}
	err := explain(json.Unmarshal(s.text[start:s.pos], reflect.New(t).Interface()))
	if e, ok := err.(*Error); ok && len(s.path) > 0 {
		at := *e
		at.Detail = s.where() + ": " + e.Detail
		return &at
	}
	return err
}

func (s *strict) object(t reflect.Type) error {
	var fields map[string]reflect.Type
	if t != nil && t.Kind() == reflect.Struct {
		fields = fieldsOf(t)
	}
	seen := make(map[string]bool)
	for s.pos++; ; s.pos++ { // behind "{" or ","
		s.space()
		if s.text[s.pos] == '}' {
			s.pos++
			return nil
		}
		name, err := s.name()
		if err != nil {
			return err
		}
		s.path = append(s.path, step{name: name})
		if seen[name] {
			return s.refuse("is given twice: give it once")
		}
		seen[name] = true
		var inner reflect.Type
		if fields != nil {
			var known bool
			if inner, known = fields[name]; !known {
				return s.unknown(name, fields)
			}
		} else if t != nil && t.Kind() == reflect.Map {
			inner = t.Elem()
		}
		s.space()
		s.pos++ // ":"
		if err := s.value(inner); err != nil {
			return err
		}
		s.path = s.path[:len(s.path)-1]
		s.space()
		if s.text[s.pos] == '}' {
			s.pos++
			return nil
		}
	}
}

func (s *strict) array(t reflect.Type) error {
	var inner reflect.Type
	if t != nil && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) {
		inner = t.Elem()
	}
	s.pos++
	for i := 0; ; i++ {
		s.space()
		if s.text[s.pos] == ']' {
			s.pos++
			return nil
		}
		s.path = append(s.path, step{index: i, array: true})
		if err := s.value(inner); err != nil {
			return err
		}
		s.path = s.path[:len(s.path)-1]
		s.space()
		if s.text[s.pos] == ',' {
			s.pos++
		}
	}
}

// name reads the member name at pos and moves behind it.
func (s *strict) name() (string, error) {
	raw, err := s.str()
	if err != nil {
		return "", err
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : len(raw)-1]), nil
	}
	var name string
	err = json.Unmarshal(raw, &name)
	return name, explain(err)
}

// str returns the string at pos as it is written, quotes included, and moves behind it.
func (s *strict) str() ([]byte, error) {
	start := s.pos
	for s.pos++; s.text[s.pos] != '"'; s.pos++ {
		if s.text[s.pos] != '\\' {
			continue
		}
		s.pos++
		if s.text[s.pos] != 'u' {
			continue
		}
		unit := s.hex(s.pos + 1)
		s.pos += 4
		if unit < 0xD800 || unit > 0xDFFF {
			continue
		}
		next := s.pos + 1 // of a pair: a high half, then at once the escape of a low half
		if unit > 0xDBFF || s.text[next] != '\\' || s.text[next+1] != 'u' || s.hex(next+2)&0xFC00 != 0xDC00 {
			return nil, s.refuse("has half a surrogate pair in a string: send whole characters")
		}
		s.pos += 6
	}
	s.pos++
	return s.text[start:s.pos], nil
}

// hex reads the four hexadecimal digits at i; valid text has them.
func (s *strict) hex(i int) (n uint16) {
	for _, c := range s.text[i : i+4] {
		n <<= 4
		switch {
		case c <= '9':
			n |= uint16(c - '0')
		default:
			n |= uint16(c|0x20-'a') + 10
		}
	}
	return n
}

func (s *strict) space() {
	for s.pos < len(s.text) && isSpace(s.text[s.pos]) {
		s.pos++
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

func (s *strict) refuse(why string) error {
	at := "The body"
	if len(s.path) > 0 {
		at = quote(s.where())
	}
	return NewError(CodeInvalidRequest, "%s %s.", at, why)
}

func (s *strict) unknown(name string, fields map[string]reflect.Type) error {
	for field := range fields {
		if strings.EqualFold(field, name) {
			return s.refuse(fmt.Sprintf("is unknown: spell it %q", field))
		}
	}
	known := make([]string, 0, len(fields))
	for field := range fields {
		known = append(known, field)
	}
	slices.Sort(known)
	return s.refuse("is unknown: the members here are " + strings.Join(known, ", "))
}

func (s *strict) where() string {
	var b strings.Builder
	for i, at := range s.path {
		switch {
		case at.array:
			fmt.Fprintf(&b, "[%d]", at.index)
		case i > 0:
			b.WriteString("." + at.name)
		default:
			b.WriteString(at.name)
		}
	}
	return b.String()
}

var unmarshaler = reflect.TypeFor[json.Unmarshaler]()

func readsItself(t reflect.Type) bool {
	return t.Implements(unmarshaler) || reflect.PointerTo(t).Implements(unmarshaler)
}

// fieldCache holds, for each struct type, what fieldsOf found: a reflect.Type to a
// map[string]reflect.Type.
var fieldCache sync.Map

// fieldsOf returns the JSON names of a struct type with the types of their fields, those of
// embedded structs included.
func fieldsOf(t reflect.Type) map[string]reflect.Type {
	if cached, ok := fieldCache.Load(t); ok {
		return cached.(map[string]reflect.Type)
	}
	fields := make(map[string]reflect.Type)
	for _, f := range reflect.VisibleFields(t) {
		tag, tagged := f.Tag.Lookup("json")
		name, _, _ := strings.Cut(tag, ",")
		if tag == "-" || !f.IsExported() || f.Anonymous && !tagged && f.Type.Kind() == reflect.Struct {
			continue
		}
		if name == "" {
			name = f.Name
		}
		if _, shadowed := fields[name]; !shadowed || len(f.Index) == 1 {
			fields[name] = f.Type
		}
	}
	fieldCache.Store(t, fields)
	return fields
}
