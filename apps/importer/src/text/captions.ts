import type { Paragraph } from './paragraphs.ts'

/** "Abbildung 3: …", "Fig. 2. …", "Foto: …". */
const CAPTION =
  /^(?:(?:Abb(?:ildung|\.)|Fig(?:ure|\.)?|Tab(?:elle|leau|le|\.)|Bild|Grafik|Illustration|Image)\s*\d{1,3}\s*[.:]|(?:Foto|Photo|Bild|Grafik|Illustration)s?\s?:)\s*\S/u
/** Captions without a word for what they are stand in print so much smaller than the text, and are short. */
const SMALLER = 0.88
const LONGEST = 220
const ENDED = /[.!?…:»“”"')\]]\s*$/

/** Captions stand out from the text, and a sentence that goes on below a picture is whole again before its caption. */
export function captionsApart(parts: readonly Paragraph[], body: number): Paragraph[] {
  const ordered: Paragraph[] = []
  let captions: Paragraph[] = []
  for (const part of parts) {
    const before = ordered.at(-1)
    const small = part.size <= body * SMALLER && part.text.length <= LONGEST && /^\p{Lu}.*\s/u.test(part.text)
    if (!part.heading && (small || CAPTION.test(part.text))) {
      captions.push({ ...part, caption: true })
      continue
    }
    const goesOn = captions.length > 0 && before && !before.heading && !ENDED.test(before.text) && /^\p{Ll}/u.test(part.text)
    if (goesOn) {
      const joined = /\p{L}-$/u.test(before.text) ? before.text.slice(0, -1) + part.text : `${before.text} ${part.text}`
      ordered.splice(-1, 1, { ...before, text: joined })
      continue
    }
    ordered.push(...captions, part)
    captions = []
  }
  return [...ordered, ...captions]
}
