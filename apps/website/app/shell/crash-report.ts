/** Console lines that are kept, their length, and the size of their archive at most (base64). Characters. */
const LINES = 60
const LINE = 300
const ARCHIVE = 64 * 1024
/** Between two reports. Milliseconds. */
const PAUSE = 60_000

/** Addresses of people, and what follows a page's path: nothing of it leaves the browser. */
export function withoutPeople(text: string): string {
  return text.replace(/[^\s"'<>(]+@[^\s"'<>)]+/g, '…@…').replace(/([?#])[^\s"'<>):]+/g, '$1…')
}

/** gzip, then base64; the oldest lines go until it fits. */
export async function packed(lines: readonly string[]): Promise<string> {
  const stream = new Blob([lines.join('\n')]).stream().pipeThrough(new CompressionStream('gzip'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return text.length > ARCHIVE ? packed(lines.slice(Math.ceil(lines.length / 2))) : text
}

/** Reports what no part of the page caught: at most once a minute, without a word to the visitor (section 7). */
export function reportCrashes(): void {
  const lines: string[] = []
  const note = (kind: string, said: unknown[]) => {
    lines.push(withoutPeople(`${kind}: ${said.map(String).join(' ')}`).slice(0, LINE))
    if (lines.length > LINES) lines.shift()
  }
  for (const kind of ['log', 'warn', 'error'] as const) {
    const said = console[kind]
    console[kind] = (...all: unknown[]) => {
      note(kind, all)
      said.apply(console, all)
    }
  }
  let last = Number.NEGATIVE_INFINITY
  const report = async (thrown: unknown) => {
    if (performance.now() - last < PAUSE) return
    last = performance.now()
    try {
      const { width, height } = screen
      const exception = thrown instanceof Error ? (thrown.stack ?? String(thrown)) : String(thrown)
      const body = new URLSearchParams({
        device: `${width} x ${height}`,
        os: navigator.userAgent.slice(0, 200),
        app: `website ${location.pathname}`.slice(0, 200),
        exception: withoutPeople(exception).slice(0, 8000),
        zipLog: await packed(lines),
      })
      await fetch('/crashreport', { method: 'POST', body, keepalive: true })
    } catch {
      // A report that cannot be sent is no second fault.
    }
  }
  addEventListener('error', ({ error, message }) => void report(error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => void report(reason))
}
