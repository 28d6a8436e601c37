package api

import (
	"encoding/json"
	"strconv"
)

// A Token is a fence token: an integer from 1 to [TokenMax]; 0 means none.
//
// On the wire it is decimal digits: no sign, no leading zero, no exponent. In JSON it is
// written as a string, because a reader that keeps numbers as doubles (JavaScript, jq, Go's
// any) rounds past 2^53 and would then be refused, or worse accepted, with another token.
// A string and a number are both read; 0 is not, since no request means it.
type Token uint64

// TokenMax is the highest token there is, 2^63-1: it fits a signed 64-bit integer, which is
// all that some languages and databases have.
const TokenMax Token = 1<<63 - 1

// OutsideTokenMax is the highest token that may be brought from outside, 2^62-1. The upper
// half of the range stays for grants and seals, so that no outside token can use it up.
const OutsideTokenMax Token = 1<<62 - 1

// ParseToken reads a token as it is written in a header or given to a command: decimal
// digits, 1 to [TokenMax]. The error has code invalid_token.
func ParseToken(s string) (Token, error) {
	n, ok := parseDecimal(s, uint64(TokenMax))
	if !ok || n == 0 {
		return 0, NewError(CodeInvalidToken, "%s is no fence token: send decimal digits without "+
			"sign or leading zero, from 1 to %d, or no token at all.", quote(s), TokenMax)
	}
	return Token(n), nil
}

// String returns the decimal digits, "0" for none.
func (t Token) String() string { return strconv.FormatUint(uint64(t), 10) }

// MarshalJSON writes a decimal string.
func (t Token) MarshalJSON() ([]byte, error) { return quoteDecimal(uint64(t)), nil }

// UnmarshalJSON reads a decimal string or a number of the same digits. The error has code
// invalid_token.
func (t *Token) UnmarshalJSON(b []byte) error {
	parsed, err := ParseToken(jsonDigits(b))
	if err != nil {
		return err
	}
	*t = parsed
	return nil
}

// A SeenToken is a token that the server shows: the fence that refused a write, the token of
// somebody's lease, the token an object was written with. It is for people, logs and
// comparison. It does not convert to a [Token], so that a program can't answer "your token
// is stale, the fence is 34" with a write under 34 by accident: the new token belongs to
// the new holder, and the only way to get one is a grant.
//
// The zero value is "not given"; Seen(0) is a given "0", which the server shows where there
// is no fence. In JSON both are a decimal string, and omitzero leaves out the first.
type SeenToken struct {
	number uint64
	given  bool
}

// Seen returns t as a token to be shown.
func Seen(t Token) SeenToken { return SeenToken{number: uint64(t), given: true} }

// Compare returns -1, 0 or 1 as s is lower than, equal to or higher than t.
func (s SeenToken) Compare(t Token) int {
	switch {
	case s.number < uint64(t):
		return -1
	case s.number > uint64(t):
		return 1
	}
	return 0
}

// IsZero reports whether no token was given. A given "0" is not zero in this sense.
func (s SeenToken) IsZero() bool { return !s.given }

// String returns the decimal digits, "0" for none.
func (s SeenToken) String() string { return strconv.FormatUint(s.number, 10) }

// MarshalJSON writes a decimal string.
func (s SeenToken) MarshalJSON() ([]byte, error) { return quoteDecimal(s.number), nil }

// UnmarshalJSON reads a decimal string or a number of the same digits, 0 included; null
// leaves s as it is.
func (s *SeenToken) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	digits := jsonDigits(b)
	n, ok := parseDecimal(digits, uint64(TokenMax))
	if !ok {
		return NewError(CodeInvalidToken, "%s is no fence token: expected decimal digits without "+
			"sign or leading zero, from 0 to %d.", quote(digits), TokenMax)
	}
	*s = SeenToken{number: n, given: true}
	return nil
}

// A Revision counts the committed changes of one bucket. It rises with every change, with
// gaps, and compares only within its bucket; 0 means absent.
//
// In JSON it is written as a number, unlike a token. That is exact for readers that keep
// numbers as doubles as long as it stays below 2^53, and it does: counted up from 1 it would
// take 285 years at a million changes a second, and a restore lifts it to Unix seconds x 2^22
// (or old + 2^32, which leaves room for two million restores), which reaches 2^53 when Unix
// seconds reach 2^31, on 19 January 2038. Whoever must be exact beyond that reads the ETag or
// X-Revision, which are text. A number and a decimal string are both read.
type Revision uint64

// ParseRevision reads a revision as it is written in X-Revision or ?since=: decimal digits
// without sign or leading zero. The error has code invalid_request.
func ParseRevision(s string) (Revision, error) {
	n, ok := parseDecimal(s, 1<<64-1)
	if !ok {
		return 0, NewError(CodeInvalidRequest, "%s is no revision: send decimal digits without "+
			"sign or leading zero.", quote(s))
	}
	return Revision(n), nil
}

// String returns the decimal digits.
func (r Revision) String() string { return strconv.FormatUint(uint64(r), 10) }

// UnmarshalJSON reads a number or a string of decimal digits; null leaves r as it is.
func (r *Revision) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	parsed, err := ParseRevision(jsonDigits(b))
	if err != nil {
		return err
	}
	*r = parsed
	return nil
}

// A Seq orders the writes of one holder on one key: the n of X-Fence-Seq, 0 to [SeqMax].
//
// In JSON it is written as a string, like a token: a holder that numbers its writes with a
// clock in nanoseconds is past 2^53, and takes its numbering up again from the seq that an
// out_of_order answer shows. A string and a number are both read.
type Seq uint64

// SeqMax is the highest seq, 2^63-1, for the reason given at [TokenMax].
const SeqMax Seq = 1<<63 - 1

// ParseSeq reads a seq as it is written in X-Fence-Seq. The error has code invalid_request.
func ParseSeq(s string) (Seq, error) {
	n, ok := parseDecimal(s, uint64(SeqMax))
	if !ok {
		return 0, NewError(CodeInvalidRequest, "%s is no sequence number: send decimal digits "+
			"without sign or leading zero, from 0 to %d.", quote(s), SeqMax)
	}
	return Seq(n), nil
}

// String returns the decimal digits.
func (s Seq) String() string { return strconv.FormatUint(uint64(s), 10) }

// MarshalJSON writes a decimal string.
func (s Seq) MarshalJSON() ([]byte, error) { return quoteDecimal(uint64(s)), nil }

// UnmarshalJSON reads a decimal string or a number of the same digits.
func (s *Seq) UnmarshalJSON(b []byte) error {
	parsed, err := ParseSeq(jsonDigits(b))
	if err != nil {
		return err
	}
	*s = parsed
	return nil
}

// parseDecimal reads decimal digits and nothing else, up to limit. strconv alone would also
// take "+7" and "007": two spellings of one number, of which a signature or an idempotency
// fingerprint would see two.
func parseDecimal(s string, limit uint64) (uint64, bool) {
	if s == "" || s[0] == '0' && s != "0" {
		return 0, false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
	}
	n, err := strconv.ParseUint(s, 10, 64)
	return n, err == nil && n <= limit
}

// jsonDigits returns the text of a JSON string, and any other JSON value as it is written:
// the digits of a number, or something that parseDecimal refuses.
func jsonDigits(b []byte) string {
	if len(b) > 0 && b[0] == '"' {
		var s string
		if json.Unmarshal(b, &s) == nil {
			return s
		}
	}
	return string(b)
}

func quoteDecimal(n uint64) []byte {
	b := make([]byte, 0, 22)
	b = append(b, '"')
	b = strconv.AppendUint(b, n, 10)
	return append(b, '"')
}

// quote shows a value that a caller sent, for a detail: escaped, so that it can't forge a log
// line, and cut where it is long.
func quote(s string) string {
	const shown = 64 // bytes: enough to recognise the value by
	if len(s) > shown {
		return strconv.QuoteToASCII(s[:shown]) + "..."
	}
	return strconv.QuoteToASCII(s)
}
