/** Console lines that are kept for a report, the newest last. */
const LINES = 60

/** Notes what the console says; what no part of the page caught is reported, by code that comes only then. */
export function watchCrashes(): void {
  const lines: string[] = []
  for (const kind of ['log', 'warn', 'error'] as const) {
    const said = console[kind]
    console[kind] = (...all: unknown[]) => {
      lines.push([`${kind}:`, ...all].join(' '))
      if (lines.length > LINES) lines.shift()
      said.apply(console, all)
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
