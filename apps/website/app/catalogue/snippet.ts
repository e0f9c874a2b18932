/** A part of a snippet; `hit` = it matches the term. */
export type SnippetPart = { text: string; hit: boolean }

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Splits the API's snippet (HTML with hits in `<mark>`) into plain parts; other markup is dropped. */
export function snippetParts(html: string): SnippetPart[] {
  const parts: SnippetPart[] = []
  let hit = false
  for (const piece of html.split(/(<[^>]*>)/)) {
    if (/^<[^>]*>$/.test(piece)) {
      if (/^<mark>$/i.test(piece)) hit = true
      else if (/^<\/mark>$/i.test(piece)) hit = false
      continue
    }
    const text = piece.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hex, name) => {
      if (name) return named[name.toLowerCase()] ?? whole
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    if (text) parts.push({ text, hit })
  }
  return parts
}
