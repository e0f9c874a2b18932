import { lineText } from '../text/page-text.ts'
import type { Draft } from './article-draft.ts'
import { bareAuthorsIn } from './authors.ts'
import { type Block, longestOf } from './blocks.ts'
import { ENDS_SENTENCE } from './phrases.ts'

/** A shorter block at the top of a page can be a running head. Characters. */
const SHORTEST_TEXT_CHARACTERS = 80

const isPoem = ({ lines }: Block) => lines.every(({ verse }) => verse !== undefined)

/** The end of a text that continues, whatever else a box may end with: a colon, a comma, a hyphen or a small word. */
const OPEN_TEXT = /[:,;]$|\p{L}[-‐]$|(?:^|\s)\p{Ll}+$/u

/** Returns the text at the top of a page, outside boxes and before the first headline; null if there is none. */
export function firstText(blocks: readonly Block[]): Block | null {
  const headline = blocks.findIndex(({ role }) => role === 'headline')
  const above = headline < 0 ? blocks : blocks.slice(0, headline)
  const isText = ({ role, frame, text }: Block) => role === 'body' && frame === null && text.length >= SHORTEST_TEXT_CHARACTERS
  return above.find(isText) ?? null
}

/**
 * Returns the article that continues on the next page. If the last text is set differently from what follows, it is the only
 * other article of the page that is set like that, even in a box, such as a poem. If the last text ends with a sentence, it is
 * another article whose sentence is open, or an open one in a box at the foot of the page. After a signed article, it is one that
 * is not signed.
 * @param next text at the top of the next page
 */
export function openOn(page: number, main: Draft | null, drafts: readonly Draft[], next: Block | null): Draft | null {
  const textOf = ({ blocks }: Draft) =>
    blocks.filter((block) => block.page === page && (block.role === 'body' || block.role === 'deck'))
  const looksLike = (draft: Draft, text: Block) =>
    textOf(draft).some((block) => block.style === text.style && (isPoem(block) || !isPoem(text)))
  const ofPage = drafts.filter(({ blocks }) => blocks.at(-1)?.page === page)
  if (next && main && !looksLike(main, next)) {
    const [same, ...others] = ofPage.filter((draft) => draft !== main && draft.goesOn === null && looksLike(draft, next))
    if (same && others.length === 0) return same
  }
  const named = next && main && otherThatNames(next, main, ofPage, page)
  if (named) return named
  const lastOf = ({ blocks }: Draft) => {
    const text = blocks.filter((block) => block.role === 'body' && block.frame === null && block.page === page)
    const usual = longestOf(text)
    return usual && usual.text.length >= SHORTEST_TEXT_CHARACTERS ? text.findLast(({ style }) => style === usual.style)! : null
  }
  const isSigned = (draft: Draft) => {
    const last = draft.blocks.findLast(({ frame, page: of, role }) => frame === null && of === page && role !== 'caption')
    return [lastOf(draft), last].some(
      (block) => block && (/\)$/u.test(block.text) || bareAuthorsIn(lineText(block.lines.at(-1)!.line)) !== null),
    )
  }
  const goesOn = ofPage.filter((draft) => draft.goesOn === null && lastOf(draft) !== null && !isSigned(draft))
  const lowest = drafts.flatMap(textOf).reduce((most, { edges }) => Math.max(most, edges.bottom), 0)
  const isOpenAtFoot = (draft: Draft) => {
    const last = textOf(draft).at(-1)
    const isAtFoot = last !== undefined && last.frame !== null && lowest - last.edges.bottom < last.size
    return isAtFoot && draft.goesOn === null && looksLike(draft, next!) && OPEN_TEXT.test(last.text)
  }
  const isOpen = (draft: Draft) => goesOn.includes(draft) && !ENDS_SENTENCE.test(lastOf(draft)!.text)
  if (main && isOpen(main)) return main
  const open = goesOn.findLast(isOpen) ?? (next && ofPage.find((draft) => draft !== main && isOpenAtFoot(draft)))
  if (open || !main || !isSigned(main)) return open ?? main
  return goesOn.toSorted((a, b) => lastOf(b)!.edges.bottom - lastOf(a)!.edges.bottom)[0] ?? main
}

/** Minimum number of names on the next page that only one of two articles has, so that this one continues. */
const LEAST_NAMES = 3
/** A word with a capital letter within a sentence. */
const NAME = /(?<=[\p{Ll}\p{N},;]\s)\p{Lu}\p{Ll}{3,}/gu

/**
 * Returns the article of a page whose names the next text has. The text must have no names that only the article has that ends
 * with a sentence and would otherwise continue.
 */
function otherThatNames(next: Block, main: Draft, ofPage: readonly Draft[], page: number): Draft | null {
  const textOf = ({ blocks }: Draft) => blocks.filter((block) => block.page === page && block.role === 'body')
  const isClosed = (draft: Draft) => ENDS_SENTENCE.test(textOf(draft).at(-1)?.text ?? '')
  if (!isClosed(main)) return null
  const namesOf = (blocks: readonly Block[]) => new Set(blocks.flatMap(({ text }) => text.match(NAME) ?? []))
  const [said, ofMain] = [namesOf([next]), namesOf([...main.headline, ...main.blocks])]
  const others = ofPage.filter((draft) => {
    if (draft === main || draft.goesOn !== null) return false
    const own = namesOf([...draft.headline, ...draft.blocks])
    const names = [...said].filter((name) => own.has(name) !== ofMain.has(name))
    return names.length >= LEAST_NAMES && names.every((name) => own.has(name))
  })
  return others.length === 1 ? others[0]! : null
}
