/** Number of console lines stored for a report, the newest last. */
const MOST_LINES = 60

/** Records console output and reports uncaught errors, with code that is loaded only then. */
export function watchCrashes(): void {
  const lines: string[] = []
  for (const kind of ['log', 'warn', 'error'] as const) {
    const original = console[kind]
    console[kind] = (...all: unknown[]) => {
      lines.push([`${kind}:`, ...all].join(' '))
      if (lines.length > MOST_LINES) lines.shift()
      original.apply(console, all)
    }
  }
  const report = (thrown: unknown) =>
    void import('./crash-report.ts').then(
      (code) => code.reportCrash(thrown, lines),
      () => {},
    )
  addEventListener('error', ({ error, message }) => report(error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => report(reason))
}
