package machine

import (
	"slices"
	"strings"
)

// An overlay is a State on top of a View: it shows its own changes over those of the
// view and hands them on only when told to. The ops of a batch work on one, so that a
// refusal leaves no trace of the ops before it.
//
// It holds what the ops of a write can change. The rest of State panics on it.
type overlay struct {
	View
	writes      []func(State) // in order
	objects     map[name]*overlayObject
	keyFences   map[name]*Fence // nil = deleted
	scopeFences map[name]*Fence
	leases      map[name]Lease
}

type name struct{ bucket, name string }

// overlayObject is an object of the overlay; gone where it was deleted.
type overlayObject struct {
	head Object
	body []byte
	gone bool
}

func newOverlay(v View) *overlay {
	return &overlay{
		View:        v,
		objects:     make(map[name]*overlayObject),
		keyFences:   make(map[name]*Fence),
		scopeFences: make(map[name]*Fence),
		leases:      make(map[name]Lease),
	}
}

// flush makes the overlay's changes on s, in the order in which they came.
func (o *overlay) flush(s State) {
	for _, write := range o.writes {
		write(s)
	}
}

func (o *overlay) then(write func(State)) { o.writes = append(o.writes, write) }

func (o *overlay) Object(bucket, key string) (Object, bool) {
	if own, ok := o.objects[name{bucket, key}]; ok {
		return own.head, !own.gone
	}
	return o.View.Object(bucket, key)
}

func (o *overlay) Body(bucket, key string) []byte {
	if own, ok := o.objects[name{bucket, key}]; ok {
		return own.body
	}
	return o.View.Body(bucket, key)
}

func (o *overlay) SetObject(bucket, key string, head Object, body []byte) {
	o.objects[name{bucket, key}] = &overlayObject{head: head, body: body}
	o.then(func(s State) { s.SetObject(bucket, key, head, body) })
}

func (o *overlay) DeleteObject(bucket, key string) {
	o.objects[name{bucket, key}] = &overlayObject{gone: true}
	o.then(func(s State) { s.DeleteObject(bucket, key) })
}

func (o *overlay) KeyFence(bucket, key string) (Fence, bool) {
	return overlaid(o.keyFences, name{bucket, key}, func() (Fence, bool) { return o.View.KeyFence(bucket, key) })
}

func (o *overlay) SetKeyFence(bucket, key string, f Fence) {
	o.keyFences[name{bucket, key}] = &f
	o.then(func(s State) { s.SetKeyFence(bucket, key, f) })
}

func (o *overlay) DeleteKeyFence(bucket, key string) {
	o.keyFences[name{bucket, key}] = nil
	o.then(func(s State) { s.DeleteKeyFence(bucket, key) })
}

func (o *overlay) ScopeFence(bucket string, prefix Scope) (Fence, bool) {
	return overlaid(o.scopeFences, name{bucket, string(prefix)}, func() (Fence, bool) { return o.View.ScopeFence(bucket, prefix) })
}

func (o *overlay) SetScopeFence(bucket string, prefix Scope, f Fence) {
	o.scopeFences[name{bucket, string(prefix)}] = &f
	o.then(func(s State) { s.SetScopeFence(bucket, prefix, f) })
}

// CoveringFences joins the view's fences with those that the batch raised before.
func (o *overlay) CoveringFences(bucket, key string, to []ScopeFence) []ScopeFence {
	start := len(to)
	to = o.View.CoveringFences(bucket, key, to)
	if len(o.scopeFences) == 0 {
		return to
	}
	for i := start; i < len(to); i++ {
		if own, ok := o.scopeFences[name{bucket, string(to[i].Scope)}]; ok {
			to[i].Fence = *own
		}
	}
	for _, prefix := range prefixesOf(key) {
		own, ok := o.scopeFences[name{bucket, string(prefix)}]
		has := func(f ScopeFence) bool { return f.Scope == prefix }
		if ok && !slices.ContainsFunc(to[start:], has) {
			to = append(to, ScopeFence{Scope: prefix, Fence: *own})
		}
	}
	slices.SortFunc(to[start:], func(a, b ScopeFence) int { return len(a.Scope) - len(b.Scope) })
	return to
}

// prefixesOf returns the prefix scopes that cover name, broadest first.
func prefixesOf(name string) []Scope {
	prefixes := []Scope{""}
	for end := 0; ; {
		slash := strings.IndexByte(name[end:], '/')
		if slash < 0 {
			return prefixes
		}
		end += slash + 1
		prefixes = append(prefixes, Scope(name[:end]))
	}
}

func (o *overlay) Lease(bucket string, scope Scope) (Lease, bool) {
	if own, ok := o.leases[name{bucket, string(scope)}]; ok {
		return own, true
	}
	return o.View.Lease(bucket, scope)
}

func (o *overlay) SetLease(bucket string, scope Scope, l Lease) {
	o.leases[name{bucket, string(scope)}] = l
	o.then(func(s State) { s.SetLease(bucket, scope, l) })
}

func (o *overlay) Attach(bucket string, id LeaseID, key string) {
	o.then(func(s State) { s.Attach(bucket, id, key) })
}

func (o *overlay) Detach(bucket string, id LeaseID, key string) {
	o.then(func(s State) { s.Detach(bucket, id, key) })
}

func (o *overlay) UnmarkLeased(bucket string, scope Scope) {
	o.then(func(s State) { s.UnmarkLeased(bucket, scope) })
}

func (o *overlay) SetBucket(name string, b Bucket) {
	o.then(func(s State) { s.SetBucket(name, b) })
}

func (o *overlay) SetIdempotency(bucket string, id IdempotencyID, r IdempotencyRecord) {
	o.then(func(s State) { s.SetIdempotency(bucket, id, r) })
}

// overlaid returns the overlay's record of n, or else the view's.
func overlaid(own map[name]*Fence, n name, under func() (Fence, bool)) (Fence, bool) {
	f, ok := own[n]
	switch {
	case !ok:
		return under()
	case f == nil:
		return Fence{}, false
	default:
		return *f, true
	}
}

// What the ops of a write never do.

func (o *overlay) DeleteScopeFence(string, Scope)            { panic(notInAWrite) }
func (o *overlay) MarkLeased(string, Scope)                  { panic(notInAWrite) }
func (o *overlay) UnmarkLeasedBelow(string, Scope)           { panic(notInAWrite) }
func (o *overlay) DeleteLease(string, Scope)                 { panic(notInAWrite) }
func (o *overlay) SetEndedLease(string, LeaseID, EndedLease) { panic(notInAWrite) }
func (o *overlay) DeleteEndedLease(string, LeaseID)          { panic(notInAWrite) }
func (o *overlay) DeleteIdempotency(string, IdempotencyID)   { panic(notInAWrite) }

const notInAWrite = "machine: no op of a write does this"
