import { afterEach, beforeEach, vi } from 'vitest'

/** Has the commands of a test file use a database, and returns what the current test has printed, errors too. */
export function printedLines(databaseUrl: () => string): string[] {
  const lines: string[] = []
  beforeEach(() => {
    lines.length = 0
    vi.stubEnv('DATABASE_URL', databaseUrl())
    for (const channel of ['log', 'error'] as const)
      vi.spyOn(console, channel).mockImplementation((line) => void lines.push(line))
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  })
  return lines
}
