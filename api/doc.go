// Package api is Pawl's wire contract in Go: names, numbers, limits, error codes and the
// bodies of requests and answers. The server and the Go client both build on it, and on
// nothing else of each other.
//
// What it promises:
//
//   - One function, [ParseURL], makes (bucket, name) out of a URL, and [Path] undoes it for
//     every legal name. Router, authorisation, fence and store use its result and no other,
//     so two spellings of one name can't be fenced differently.
//   - What is accepted is exact. A number is decimal digits and nothing else, a JSON member
//     is spelled as documented and given once, a condition or a digest that can't be
//     understood is an error and never dropped.
//   - A code is for ever: codes are added, never renamed, and mean today what they will
//     mean. Text (title, detail, explanation) is for people and may change.
//   - A [Token] comes out of a grant or from the caller. A number that the server merely
//     shows, such as the fence that refused a write, is a [SeenToken], which does not
//     convert: writing with the number that refused you defeats the fence.
//
// The package imports only the standard library, holds no state, and all of it may be used
// from several goroutines at once.
package api
