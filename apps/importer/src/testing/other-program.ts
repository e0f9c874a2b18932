import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Calls a function whose child processes run another program instead of Node. */
export function withProgram<Result>(program: string, start: () => Result): Result {
  const { execPath } = process
  process.execPath = program
  try {
    return start()
  } finally {
    process.execPath = execPath
  }
}

/** Writes a program that runs, but answers nothing, and returns its path. */
export async function silentProgram(folder: string): Promise<string> {
  const program = join(folder, 'silent-program')
  await writeFile(program, '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 })
  return program
}
