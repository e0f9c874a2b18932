import type { Draft } from './article-draft.ts'
import { bareAuthorsIn } from './authors.ts'
import type { Block } from './blocks.ts'
import { isNameOfLetters } from './phrases.ts'

/** Longest text of a brief and of a letter, without its heading. */
const MOST_OF_BRIEF_CHARACTERS = 900
const MOST_OF_LETTER_CHARACTERS = 4000

/**
 * Divides drafts that are lists of short items under a common heading, such as "In brief": every item has a heading of its own,
 * and there is no text before the first one. A column of letters can have a single one.
 */
export function itemsApart(drafts: readonly Draft[]): Draft[] {
  return drafts.flatMap((draft) => {
    const text = draft.blocks.filter(({ role }) => role !== 'caption')
    const areLetters = isNameOfLetters(draft.headline.map((block) => block.text).join(' '))
    // Below the name of the column, the headline of a letter is set like a deck; who wrote it is set like a crosshead.
    const isHeading = (block: Block) =>
      areLetters
        ? (block.role === 'crosshead' && bareAuthorsIn(block.text) === null) ||
          (block === text[0] && block.role === 'deck' && block.bold)
        : block.role === 'crosshead'
    const headings = text.filter(isHeading)
    if (headings.length < (areLetters ? 1 : 2) || !isHeading(text[0]!) || draft.named !== null) return [draft]
    const items: Draft[] = []
    for (const block of draft.blocks) {
      if (isHeading(block))
        items.push({ ...draft, headline: [block], kicker: draft.headline[0] ?? null, blocks: [], page: block.page, goesOn: null })
      else items.at(-1)?.blocks.push(block)
    }
    const lengths = items.map(({ blocks }) => blocks.reduce((sum, block) => sum + block.text.length, 0))
    const most = areLetters ? MOST_OF_LETTER_CHARACTERS : MOST_OF_BRIEF_CHARACTERS
    return lengths.every((length) => length > 0 && length <= most) ? items : [draft]
  })
}
