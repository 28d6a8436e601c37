package api

import (
	"encoding/json"
	"time"
)

// A Time is a moment as the API writes it: RFC 3339 in UTC with milliseconds, as in
// "2026-12-01T05:07:00.000Z". It is read from any RFC 3339 text.
type Time struct{ time.Time }

const timeFormat = "2006-01-02T15:04:05.000Z07:00"

// TimeFromMs returns the moment ms milliseconds after the start of 1970.
func TimeFromMs(ms int64) Time { return Time{time.UnixMilli(ms).UTC()} }

// String returns the text that JSON has too.
func (t Time) String() string { return t.UTC().Format(timeFormat) }

// MarshalText writes RFC 3339 in UTC with milliseconds.
func (t Time) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// MarshalJSON writes RFC 3339 in UTC with milliseconds.
func (t Time) MarshalJSON() ([]byte, error) { return json.Marshal(t.String()) }
