/** The character range of a sentence in a text. */
type Sentence = { start: number; end: number; text: string }

/**
 * Maximum length of a sentence; longer ones are split, because voices fail on them and highlighting a whole column is
 * useless. Characters.
 */
export const LONGEST_SENTENCE_CHARACTERS = 320
/** Abbreviations whose period does not end a sentence. */
const SHORTENED =
  /(?:^|[\s(„“«"])(?:z\.\s?B|d\.\s?h|u\.\s?a|u\.\s?U|Dr|Mag|Ing|Prof|Hr|Fr|Nr|St|ca|bzw|vgl|inkl|evtl|Abs|Jh|Mio|Mrd|Tel|Mr|Mrs|Ms|vs|No|e\.g|i\.e|M|MM|Mme|Mlle|p\.\s?ex|env|\p{L})\.\s*$/u
/** Ordinals in dates and centuries: "am 3. Mai", "im 19. Jahrhundert". */
const ORDINAL = /(?:^|\s)\d{1,2}\.\s*$/

/** Longer than any of these and the white space behind it. */
const ENDING_CHARACTERS = 64

/** Splits a text into sentences of at most LONGEST_SENTENCE_CHARACTERS. Only white space and parts without letters or digits are dropped. */
export function sentencesOf(text: string, language: string): Sentence[] {
  const pieces = joined(text, segmentsOf(text, language), language)
  return pieces.flatMap((piece) => divided(text, piece)).flatMap((piece) => trimmed(text, piece) ?? [])
}

type Piece = { start: number; end: number }

function segmentsOf(text: string, language: string): Piece[] {
  const segmenter = new Intl.Segmenter(known(language), { granularity: 'sentence' })
  return [...segmenter.segment(text)].map(({ segment, index }) => ({ start: index, end: index + segment.length }))
}

/** Falls back to German for an invalid language tag, which must not stop reading aloud. */
function known(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'de'
  } catch {
    return 'de'
  }
}

/**
 * Looks only at the end of the joined text: otherwise a text consisting of abbreviations would be read again for each of them.
 */
function joined(text: string, pieces: readonly Piece[], language: string): Piece[] {
  const found: Piece[] = []
  for (const piece of pieces) {
    const last = found.at(-1)
    const ending = last ? text.slice(Math.max(last.start, last.end - ENDING_CHARACTERS), last.end) : ''
    const goesOn = SHORTENED.test(ending) || (/^de/i.test(language) && ORDINAL.test(ending))
    if (last && goesOn) last.end = piece.end
    else found.push({ ...piece })
  }
  return found
}

/** Splits a long sentence after a semicolon, colon, dash or comma, otherwise between words, otherwise anywhere. */
function divided(text: string, { start, end }: Piece): Piece[] {
  const pieces: Piece[] = []
  let from = start
  while (end - from > LONGEST_SENTENCE_CHARACTERS) {
    const head = text.slice(from, from + LONGEST_SENTENCE_CHARACTERS)
    const at = [/^.*[;:–](?=\s)/s, /^.*,(?=\s)/s, /^.*(?=\s)/s]
      .map((border) => border.exec(head)?.[0].length ?? 0)
      .find((length) => length > LONGEST_SENTENCE_CHARACTERS / 4)
    const length = at ?? LONGEST_SENTENCE_CHARACTERS
    pieces.push({ start: from, end: from + length })
    from += length
  }
  pieces.push({ start: from, end })
  return pieces
}

function trimmed(text: string, { start, end }: Piece): Sentence | null {
  const part = text.slice(start, end)
  const words = part.trim()
  if (!/[\p{L}\p{N}]/u.test(words)) return null
  const from = start + part.indexOf(words)
  return { start: from, end: from + words.length, text: words }
}
