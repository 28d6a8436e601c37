package api

import (
	"strconv"
	"strings"
)

// FormatETag returns the ETag of an object: "r{revision}-{position}" in double quotes, where
// position is that of the write in its batch, from 1. It is strong and never repeats within a
// bucket. The hyphen keeps S3 tools from taking it for an MD5.
//
// In JSON an etag has the same text, quotes included, so that it can be sent as If-Match as it is.
func FormatETag(revision Revision, position uint32) string {
	b := make([]byte, 0, 34)
	b = append(b, '"', 'r')
	b = strconv.AppendUint(b, uint64(revision), 10)
	b = append(b, '-')
	b = strconv.AppendUint(b, uint64(position), 10)
	return string(append(b, '"'))
}

// ParseETag undoes [FormatETag]. ok is false for any other text; as an entity tag it may still be
// legal, and then matches no object.
func ParseETag(etag string) (revision Revision, position uint32, ok bool) {
	if len(etag) < 2 || etag[0] != '"' || etag[len(etag)-1] != '"' {
		return 0, 0, false
	}
	return parseOpaque(etag[1 : len(etag)-1])
}

func parseOpaque(opaque string) (revision Revision, position uint32, ok bool) {
	digits, ok := strings.CutPrefix(opaque, "r")
	if !ok {
		return 0, 0, false
	}
	before, after, ok := strings.Cut(digits, "-")
	if !ok {
		return 0, 0, false
	}
	r, rok := parseDecimal(before, 1<<64-1)
	p, pok := parseDecimal(after, 1<<32-1)
	return Revision(r), uint32(p), rok && pok
}

// A Tag is an entity tag of If-Match or If-None-Match (RFC 9110 section 8.8.3).
type Tag struct {
	Weak   bool
	Opaque string // between the quotes
}

// String returns the tag as it is written.
func (t Tag) String() string {
	if t.Weak {
		return `W/"` + t.Opaque + `"`
	}
	return `"` + t.Opaque + `"`
}

// Revision returns what [FormatETag] put in the tag; ok is false where the tag is not of its form.
func (t Tag) Revision() (revision Revision, position uint32, ok bool) { return parseOpaque(t.Opaque) }

// A Condition is the value of If-Match or If-None-Match: any object, or one with one of the tags.
// The zero value is "no condition"; one that was given has Any or at least one tag.
type Condition struct {
	Any  bool // "*"
	Tags []Tag
}

// IsZero reports whether there is no condition.
func (c Condition) IsZero() bool { return !c.Any && len(c.Tags) == 0 }

// String returns the condition in its one form, for a header or a fingerprint.
func (c Condition) String() string {
	if c.Any {
		return "*"
	}
	var b strings.Builder
	for i, tag := range c.Tags {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(tag.String())
	}
	return b.String()
}

// MatchStrong reports whether the condition names the object of the given ETag by strong
// comparison, as If-Match, If-Range and all conditions of writes need it. The ETag is one of
// [FormatETag], or empty where there is no object, which nothing matches, not even "*".
func (c Condition) MatchStrong(etag string) bool { return c.match(etag, false) }

// MatchWeak is [Condition.MatchStrong] by weak comparison, as If-None-Match of a read needs it.
func (c Condition) MatchWeak(etag string) bool { return c.match(etag, true) }

func (c Condition) match(etag string, weak bool) bool {
	if etag == "" {
		return false
	}
	if c.Any {
		return true
	}
	opaque := strings.TrimSuffix(strings.TrimPrefix(etag, `"`), `"`)
	for _, tag := range c.Tags {
		if tag.Opaque == opaque && (weak || !tag.Weak) {
			return true
		}
	}
	return false
}

// conditionTagsMax bounds the tags of one condition: each write compares them all.
const conditionTagsMax = 100

// ParseETagList reads the values of If-Match or If-None-Match, one for each time that the header
// was sent; none gives the zero Condition.
//
// It follows RFC 9110 section 13.1: "*" alone, or entity tags between commas, over all lines. An
// empty element is skipped, as RFC 9110 section 5.6.1 asks. Anything else (no quotes, "*" beside
// tags, no tag at all) is refused with code invalid_request: a condition is never dropped.
func ParseETagList(values []string) (Condition, error) {
	if len(values) == 0 {
		return Condition{}, nil
	}
	text := strings.Join(values, ",")
	if trimSpace(text) == "*" {
		return Condition{Any: true}, nil
	}
	var c Condition
	for rest := text; ; {
		rest = strings.TrimLeft(rest, " \t,")
		if rest == "" {
			break
		}
		tag, after, ok := cutTag(rest)
		after = trimSpace(after)
		if !ok || after != "" && after[0] != ',' {
			return Condition{}, NewError(CodeInvalidRequest, "%s is no list of ETags: send \"*\" alone, or ETags with their "+
				"double quotes, separated by commas.", quote(text))
		}
		if len(c.Tags) == conditionTagsMax {
			return Condition{}, NewError(CodeInvalidRequest, "A condition names more than %d ETags: name fewer.", conditionTagsMax)
		}
		c.Tags = append(c.Tags, tag)
		rest = after
	}
	if len(c.Tags) == 0 {
		return Condition{}, NewError(CodeInvalidRequest, "A condition is empty: name an ETag or \"*\", or leave the header out.")
	}
	return c, nil
}

// cutTag reads the entity tag that s starts with.
func cutTag(s string) (tag Tag, after string, ok bool) {
	s, tag.Weak = strings.CutPrefix(s, "W/")
	if s == "" || s[0] != '"' {
		return Tag{}, "", false
	}
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			tag.Opaque = s[1:i]
			return tag, s[i+1:], true
		case c < 0x21 || c == 0x7f: // what etagc leaves out; bytes from 0x80 are obs-text
			return Tag{}, "", false
		}
	}
	return Tag{}, "", false
}

// trimSpace cuts the optional white space of RFC 9110 off both ends.
func trimSpace(s string) string { return strings.Trim(s, " \t") }
