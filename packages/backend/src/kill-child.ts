import type { ChildProcess } from 'node:child_process'

/**
 * Sends a signal to a child process, as `child.kill` does, but not to one that could not start: Node would take its process id
 * from uninitialised memory and signal another process, or with 0 the whole process group of this one. Returns whether the signal
 * was sent.
 */
export function killChild(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): boolean {
  return child.pid !== undefined && child.kill(signal)
}
