/** A word or phrase of a search. `exact` = in quotes: no compounds, no correction. */
export type Term = { text: string; exact: boolean; excluded: boolean }
/** All groups must hold, of each group any term. */
export type AskedWords = Term[][]

const MOST_TERMS = 12

/** What somebody typed: words, "phrases in quotes", -excluded ones, `or` between two. Signs alone ask for nothing. */
export function askedWords(typed: string): AskedWords {
  const groups: AskedWords = []
  let joins = false
  let count = 0
  for (const [, minus, phrase, word] of typed.matchAll(/(-?)(?:"([^"]*)"|([^\s"]+))/g)) {
    if (word?.toLowerCase() === 'or' && !minus && groups.length > 0) {
      joins = true
      continue
    }
    const text = (phrase ?? word ?? '').trim()
    if (!/[\p{L}\p{N}]/u.test(text)) continue
    if (++count > MOST_TERMS) break
    const term = { text, exact: phrase !== undefined, excluded: minus === '-' }
    const last = groups.at(-1)
    if (joins && last) last.push(term)
    else groups.push([term])
    joins = false
  }
  return groups
}

/** A word as it may stand on a page: as typed, ä as ae and ae as ä (the index knows ä as a). */
export function spellingsOf(text: string): string[] {
  const plain = text.normalize('NFC')
  const written = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue' } as Record<string, string>
  const spelledOut = plain.replace(/[äöüÄÖÜ]/g, (letter) => written[letter] as string)
  const drawnTogether = plain.replace(/([aou])e/gi, '$1')
  return [...new Set([plain, spelledOut, drawnTogether])]
}

/** Words that may be a slip of the pen: neither quoted nor excluded, letters only. */
export function correctable(asked: AskedWords): string[] {
  return asked.flat().flatMap(({ text, exact, excluded }) => (!exact && !excluded && /^\p{L}{4,30}$/u.test(text) ? [text] : []))
}

/** What was typed with some of its words replaced. */
export function replaceWords(typed: string, by: ReadonlyMap<string, string>): string {
  return typed.replace(/"[^"]*"|\S+/g, (word) => by.get(word) ?? word)
}

/** Lower case, without accents. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase()
}
