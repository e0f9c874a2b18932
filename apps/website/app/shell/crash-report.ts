/** Maximum length of a line and of the archive (base64). */
const LINE_CHARACTERS = 300
const ARCHIVE_CHARACTERS = 64 * 1024
/** Minimum time between two reports. */
const PAUSE_MS = 60_000

/** Removes e-mail addresses, and the query and hash of URLs. */
export function withoutPeople(text: string): string {
  return text.replace(/[^\s"'<>(]+@[\p{L}\p{N}.-]+/gu, '…@…').replace(/([?#])[^\s"'<>):]+/g, '$1…')
}

/** Compresses lines with gzip and base64; drops the oldest lines until the result fits. */
export async function packed(lines: readonly string[]): Promise<string> {
  const stream = new Blob([lines.join('\n')]).stream().pipeThrough(new CompressionStream('gzip'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return text.length > ARCHIVE_CHARACTERS ? packed(lines.slice(Math.ceil(lines.length / 2))) : text
}

let last = Number.NEGATIVE_INFINITY

/** Reports a crash with the last console lines, at most once per minute and without notifying the visitor. */
export async function reportCrash(thrown: unknown, lines: readonly string[]): Promise<void> {
  if (performance.now() - last < PAUSE_MS) return
  last = performance.now()
  try {
    const exception = thrown instanceof Error ? (thrown.stack ?? String(thrown)) : String(thrown)
    const body = new URLSearchParams({
      device: `${screen.width} x ${screen.height}`,
      os: navigator.userAgent.slice(0, 200),
      app: `website ${location.pathname}`.slice(0, 200),
      exception: withoutPeople(exception).slice(0, 8000),
      zipLog: await packed(lines.map((line) => withoutPeople(line).slice(0, LINE_CHARACTERS))),
    })
    await fetch('/crashreport', { method: 'POST', body, keepalive: body.toString().length < 60_000 })
  } catch {
    // Failed reports are ignored.
  }
}
