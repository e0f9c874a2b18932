type SnippetPart = { text: string; hit: boolean }

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** Parses a snippet into text and hits: only `<mark>` is interpreted, every other tag is removed. */
export function snippetParts(html: string): SnippetPart[] {
  const parts: SnippetPart[] = []
  let hit = false
  for (const [piece] of html.matchAll(/<[^>]*>?|[^<]+/g)) {
    if (piece.startsWith('<')) {
      if (/^<mark[\s>]/i.test(piece)) hit = true
      else if (/^<\/mark\s*>/i.test(piece)) hit = false
      continue
    }
    const text = decoded(piece)
    const last = parts.at(-1)
    if (last && last.hit === hit) last.text += text
    else parts.push({ text, hit })
  }
  return parts
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[String(name).toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
