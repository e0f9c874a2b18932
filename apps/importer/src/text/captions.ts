import type { Paragraph } from './paragraphs.ts'

/** "Abbildung 3: …", "Fig. 2. …", "Foto: …". */
const CAPTION =
  /^(?:(?:Abb(?:ildung|\.)|Fig(?:ure|\.)?|Tab(?:elle|leau|le|\.)|Bild|Grafik|Illustration|Image)\s*\d{1,3}\s*[.:]|(?:Foto|Photo|Bild|Grafik|Illustration)s?\s?:)\s*\S/u
/** Captions without such a word are smaller than the text by this factor, and short. */
const CAPTION_SIZE_FACTOR = 0.88
const LONGEST_CAPTION_CHARACTERS = 220
const ENDED = /[.!?…:»“”"')\]]\s*$/

/** Moves captions, pictures and tables out of the text, so that a sentence that continues below an image is complete before its caption. */
export function captionsApart(parts: readonly Paragraph[], body: number): Paragraph[] {
  const ordered: Paragraph[] = []
  let captions: Paragraph[] = []
  for (const part of parts) {
    if (part.picture || part.caption || part.table) {
      captions.push(part)
      continue
    }
    const before = ordered.at(-1)
    const small =
      part.size <= body * CAPTION_SIZE_FACTOR && part.text.length <= LONGEST_CAPTION_CHARACTERS && /^\p{Lu}.*\s/u.test(part.text)
    if (!part.heading && !part.list && (small || CAPTION.test(part.text))) {
      captions.push({ ...part, caption: true })
      continue
    }
    const goesOn =
      captions.length > 0 && before && !before.heading && !part.list && !ENDED.test(before.text) && /^\p{Ll}/u.test(part.text)
    if (goesOn) {
      const joined = /\p{L}-$/u.test(before.text) ? before.text.slice(0, -1) + part.text : `${before.text} ${part.text}`
      const moved = (part.links ?? []).map((link) => ({ ...link, at: link.at + joined.length - part.text.length }))
      const links = [...(before.links ?? []), ...moved]
      ordered.splice(-1, 1, { ...before, text: joined, ...(links.length > 0 && { links }) })
      continue
    }
    for (const caption of captions) ordered.push(caption)
    ordered.push(part)
    captions = []
  }
  return [...ordered, ...captions]
}
