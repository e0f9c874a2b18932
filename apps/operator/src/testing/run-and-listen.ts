import { vi } from 'vitest'
import { runCommand } from '../run-command.ts'

/** Runs a command in this process. @returns its exit code, and what it printed, errors too */
export async function runAndListen(...args: string[]): Promise<{ status: number; output: string }> {
  const lines: unknown[] = []
  const listen = (line: unknown) => void lines.push(line)
  const printing = [vi.spyOn(console, 'log').mockImplementation(listen), vi.spyOn(console, 'error').mockImplementation(listen)]
  try {
    const status = await runCommand(args)
    return { status, output: lines.join('\n') }
  } finally {
    for (const each of printing) each.mockRestore()
  }
}
