package api

import "encoding/json"

// An ObjectInfo describes an object without its body.
type ObjectInfo struct {
	Key         string    `json:"key"`
	Size        int64     `json:"size"` // bytes of the body
	ETag        string    `json:"etag"` // quotes included, as If-Match takes it
	ContentType string    `json:"content_type"`
	Token       SeenToken `json:"token"` // it was written with; "0": without one
	Revision    Revision  `json:"revision"`
	ModifiedAt  Time      `json:"modified_at"`
}

// An ObjectList is one page of the objects of a bucket, keys in byte order.
type ObjectList struct {
	Objects []ObjectInfo `json:"objects"`

	// CommonPrefixes are the groups that a delimiter makes, each once, in byte order.
	CommonPrefixes []string `json:"common_prefixes"`

	// NextStartAfter is the start_after of the next page; empty on the last.
	NextStartAfter string `json:"next_start_after,omitempty"`

	// Revision is that of the bucket at the moment of the list: a watch from it misses nothing.
	Revision Revision `json:"revision"`
}

// MarshalJSON writes empty lists as [].
func (l ObjectList) MarshalJSON() ([]byte, error) {
	type plain ObjectList
	l.Objects, l.CommonPrefixes = orEmpty(l.Objects), orEmpty(l.CommonPrefixes)
	return json.Marshal(plain(l))
}
