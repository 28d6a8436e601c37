// Package machine is the state machine of Pawl: every rule of fencing, leasing,
// conditions, idempotency and batches, as a deterministic function of state and
// commands.
//
// It promises its callers (storage/sequence on one node, a raft FSM on many) that
// the same commands applied to the same state give the same results and the same
// rows, however they are split into groups and whatever machine runs them. So it
// reads no clock, no random number and no file, starts no goroutine and never
// depends on the order of a map. All that varies is in the command: the index, the
// stamp, and the hashes of the lease ids that callers chose.
//
// Start at [Apply]. The rules of fencing (who may write what) are in judge.go, what
// a write changes in write.go, and leases in lease.go. The rules are numbered as in
// the wire contract, section 2.
package machine
