package api

import (
	"slices"
	"strings"
)

// A Query is the decoded query of a URL. It differs from url.Values in being strict: each
// parameter comes once, escapes must be whole, and "+" is a plus, since keys have both pluses
// and spaces and the form rule would make them one.
type Query struct {
	parameters []parameter
}

type parameter struct{ name, value string }

// ParseQuery decodes the raw query of a URL, r.URL.RawQuery. A repeated parameter or a broken
// escape is refused with code invalid_request.
func ParseQuery(raw string) (Query, error) {
	var q Query
	for piece := range strings.SplitSeq(raw, "&") {
		if piece == "" {
			continue
		}
		escapedName, escapedValue, _ := strings.Cut(piece, "=")
		name, err := unescape(escapedName)
		if err != nil {
			return Query{}, err
		}
		value, err := unescape(escapedValue)
		if err != nil {
			return Query{}, err
		}
		if _, again := q.Get(name); again {
			return Query{}, NewError(CodeInvalidRequest, "The query parameter %s is given twice: give it once.", quote(name))
		}
		if len(q.parameters) == queryParametersMax {
			return Query{}, NewError(CodeInvalidRequest, "The query has more than %d parameters: no request needs as many.", queryParametersMax)
		}
		q.parameters = append(q.parameters, parameter{name, value})
	}
	return q, nil
}

// queryParametersMax bounds the search for repeats; the longest request uses five.
const queryParametersMax = 32

// Get returns the value of a parameter, and whether it is there; "?a" and "?a=" both give an
// empty value.
func (q Query) Get(name string) (value string, found bool) {
	for _, p := range q.parameters {
		if p.name == name {
			return p.value, true
		}
	}
	return "", false
}

// Only refuses, with code invalid_request, a query that has a parameter other than those
// allowed: a misspelled ?limit= or ?force= must not be accepted and ignored.
func (q Query) Only(allowed ...string) error {
	for _, p := range q.parameters {
		if slices.Contains(allowed, p.name) {
			continue
		}
		if len(allowed) == 0 {
			return NewError(CodeInvalidRequest, "The query parameter %s is unknown here: this request takes none.", quote(p.name))
		}
		return NewError(CodeInvalidRequest, "The query parameter %s is unknown here: this request takes %s.",
			quote(p.name), strings.Join(allowed, ", "))
	}
	return nil
}

// Flag reads a parameter that is "true" or "false"; it is false where it is missing. Another
// value is refused with code invalid_request.
func (q Query) Flag(name string) (bool, error) {
	value, found := q.Get(name)
	switch {
	case !found || value == "false":
		return false, nil
	case value == "true":
		return true, nil
	}
	return false, NewError(CodeInvalidRequest, "?%s= is true or false, not %s.", name, quote(value))
}

// Limit reads ?limit=, the most entries of a page: 1 to [ListLimitMax], [ListLimitDefault] where
// it is missing. Another value is refused with code invalid_request.
func (q Query) Limit() (int, error) {
	value, found := q.Get("limit")
	if !found {
		return ListLimitDefault, nil
	}
	n, ok := parseDecimal(value, ListLimitMax)
	if !ok || n == 0 {
		return 0, NewError(CodeInvalidRequest, "?limit= is a number from 1 to %d, not %s.", ListLimitMax, quote(value))
	}
	return int(n), nil
}

// RawQueryValue returns one parameter of a raw query, decoded as by [ParseQuery], whose errors
// it has.
func RawQueryValue(rawQuery, name string) (value string, found bool, err error) {
	if rawQuery == "" {
		return "", false, nil
	}
	q, err := ParseQuery(rawQuery)
	if err != nil {
		return "", false, err
	}
	value, found = q.Get(name)
	return value, found, nil
}
