import type { ChildProcess } from 'node:child_process'

/**
 * Sends a signal to a child process, as `child.kill` does, but not to one that could not start: Node would read its number from memory
 * that was never set, and signal another process, or with 0 the whole group of this one. Returns whether the signal was sent.
 */
export function killChild(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): boolean {
  return child.pid !== undefined && child.kill(signal)
}
