package api

import "strings"

// ParseIdempotencyKey reads the values of Idempotency-Key, one for each time that the header was
// sent; none gives an empty key.
//
// The key has 1 to [IdempotencyKeyMax] characters of printable ASCII. It may be sent bare, as
// most clients do, or as the quoted string of the IETF draft (draft-ietf-httpapi-idempotency-key-header),
// in which \" and \\ stand for a quote and a backslash: both forms of one key are the same key.
// A repeat or a malformed value is refused with code invalid_request.
func ParseIdempotencyKey(values []string) (string, error) {
	if len(values) == 0 {
		return "", nil
	}
	if len(values) > 1 {
		return "", NewError(CodeInvalidRequest, "Idempotency-Key was sent %d times: send it once.", len(values))
	}
	key, ok := trimSpace(values[0]), true
	if strings.HasPrefix(key, `"`) {
		key, ok = unquoteKey(key)
	}
	if !ok || strings.ContainsFunc(key, notPrintableASCII) {
		return "", NewError(CodeInvalidRequest, "Idempotency-Key %s is malformed: send printable ASCII, bare or in double "+
			"quotes, such as a UUID.", quote(values[0]))
	}
	if len(key) < 1 || len(key) > IdempotencyKeyMax {
		return "", NewError(CodeInvalidRequest, "Idempotency-Key has %d characters: send 1 to %d, such as a UUID.", len(key), IdempotencyKeyMax)
	}
	return key, nil
}

// FormatIdempotencyKey returns a key in the quoted form, which [ParseIdempotencyKey] undoes.
func FormatIdempotencyKey(key string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(key) + `"`
}

// unquoteKey reads a quoted string of RFC 8941 that is all of s.
func unquoteKey(s string) (string, bool) {
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '"':
			return b.String(), i == len(s)-1
		case '\\':
			i++
			if i == len(s) || s[i] != '"' && s[i] != '\\' {
				return "", false
			}
		}
		b.WriteByte(s[i])
	}
	return "", false
}
