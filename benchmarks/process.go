package benchmarks

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"time"
)

// A Process is a server in a process of its own, so that its CPU time can be told from
// that of the load.
type Process struct {
	cmd  *exec.Cmd
	Addr string // host:port it listens on, read from its first lines
}

// ticksPerSecond is the unit of the times in /proc/PID/stat (USER_HZ), 100 on all of Go's
// Linux ports.
const ticksPerSecond = 100

var listensOn = regexp.MustCompile(`127\.0\.0\.1:[0-9]+`)

// StartProcess starts cmd and waits until it printed the loopback address it listens on.
// The process ends with ctx at the latest.
func StartProcess(ctx context.Context, cmd *exec.Cmd) (*Process, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.Stdout, cmd.Stderr = write, write
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", cmd.Path, err)
	}
	write.Close()
	context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() })
	lines := bufio.NewReader(read)
	for {
		line, err := lines.ReadString('\n')
		if addr := listensOn.FindString(line); addr != "" {
			go func() { _, _ = io.Copy(io.Discard, lines) }() // it may go on writing its log
			return &Process{cmd: cmd, Addr: addr}, nil
		}
		if err != nil {
			_ = cmd.Wait()
			return nil, fmt.Errorf("%s ended before it listened: %s", cmd.Path, line)
		}
	}
}

// CPU returns the processor time that the process has used so far, in user and system
// mode together.
func (p *Process) CPU() (time.Duration, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	// The fields follow the name of the program, which may hold spaces; times are the
	// 14th and 15th field of the line.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	var ticks int64
	for _, field := range fields[11:13] {
		n, err := strconv.ParseInt(string(field), 10, 64)
		if err != nil {
			return 0, fmt.Errorf("read the times of process %d: %w", p.cmd.Process.Pid, err)
		}
		ticks += n
	}
	return time.Duration(ticks) * time.Second / ticksPerSecond, nil
}

// Stop asks the process to end and waits for it.
func (p *Process) Stop() error {
	if err := p.cmd.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	return p.cmd.Wait()
}
