// Package benchmarks measures Pawl as its users meet it: a server in a process of its
// own, asked over HTTP, beside a limit or a peer measured in the same run. It promises
// ratios; absolute figures belong to one machine and one hour.
//
// A workload is a struct whose fields are its configuration and whose Run method carries
// it out. Flags and benchmarks only fill the struct.
package benchmarks
