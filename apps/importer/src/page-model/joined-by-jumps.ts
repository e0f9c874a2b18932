import { plain } from '../articles/headline.ts'
import type { Draft } from './article-draft.ts'
import { ENDS_SENTENCE } from './phrases.ts'

/** Parts of articles on one page among which the other part of an article is looked for. */
const MOST_CANDIDATES = 200
/** Maximum number of these that are kept for one part: others may fit them better. */
const MOST_PAIRS_OF_PART = 8

/** Two parts that may belong together. */
type Pair = { part: Draft; other: Draft; score: number }

/** Joins the parts of articles that continue elsewhere. `offset`: the printed number of the first page, minus 1. */
export function joinedByJumps(drafts: readonly Draft[], offset: number): Draft[] {
  const ofPage = Map.groupBy(drafts, ({ page }) => page)
  const onPage = (page: number) =>
    [...new Set([page - offset, page])].flatMap((each) => ofPage.get(each) ?? []).slice(0, MOST_CANDIDATES)
  const scoreOf = jumpScores(offset)
  const best = (pairs: readonly Omit<Pair, 'score'>[], least: number): Pair[] =>
    pairs
      .filter(({ part, other }) => part !== other)
      .map((pair) => ({ ...pair, score: scoreOf(pair.part, pair.other) }))
      .filter(({ score }) => score >= least)
      .sort((a, b) => b.score - a.score)
      .slice(0, MOST_PAIRS_OF_PART)
  const pairs = drafts
    .flatMap((draft) => {
      const { goesOn, comesFrom } = draft
      const following = goesOn ? onPage(goesOn.page).map((other) => ({ part: draft, other })) : []
      // The line that says that it continues can be missing if the headline is the same.
      const before = comesFrom ? onPage(comesFrom.page).filter((part) => part.goesOn === null && hasText(part)) : []
      return [
        ...best(following, 1),
        ...best(
          before.map((part) => ({ part, other: draft })),
          3,
        ),
      ]
    })
    .sort((a, b) => b.score - a.score)
  // The best pairs first: two articles can continue on one page.
  const next = new Map<Draft, Draft>()
  const before = new Map<Draft, Draft>()
  for (const { part, other } of pairs) {
    if (next.has(part) || before.has(other) || firstPart(part, before) === other) continue
    next.set(part, other)
    before.set(other, part)
  }
  for (const draft of drafts) {
    if (before.has(draft)) continue
    for (let part = next.get(draft); part; part = next.get(part)) for (const block of part.blocks) draft.blocks.push(block)
  }
  return drafts.filter((draft) => !before.has(draft))
}

const hasText = ({ blocks }: Draft) => blocks.some(({ role }) => role === 'body')

function firstPart(part: Draft, before: ReadonlyMap<Draft, Draft>): Draft {
  let first = part
  for (let at = before.get(part); at; at = before.get(at)) first = at
  return first
}

/**
 * Returns a function that rates how well a part fits: it says where it comes from, or has the same headline, or the catchword in
 * its headline. `offset`: see `joinedByJumps`.
 */
function jumpScores(offset: number): (part: Draft, other: Draft) => number {
  const textOf = ({ headline, kicker }: Draft) => [...headline, ...(kicker ? [kicker] : [])].map(({ text }) => text).join(' ')
  const ofPart = remembered((part) => {
    const word = part.goesOn?.word ?? ''
    return { word: plain(word), words: longWords(`${textOf(part)} ${word}`) }
  })
  const ofOther = remembered((other) => {
    const said = `${textOf(other)} ${other.comesFrom?.word ?? ''}`
    return { said: plain(said), words: longWords(said) }
  })
  return (part, other) => {
    const [before, after] = [ofPart(part), ofOther(other)]
    const isFrom = other.comesFrom && (other.comesFrom.page - offset === part.page || other.comesFrom.page === part.page)
    const hasWord = part.goesOn?.word && after.said.includes(before.word)
    const alike = similarity(before.words, after.words)
    return (
      (isFrom ? 2 : 0) +
      (hasWord ? 2 : 0) +
      (isSame(before.words, after.words) ? 3 : 1.5) * alike +
      (isOpenTo(part, other) ? 1 : 0)
    )
  }
}

/** From this number of words of the shorter headline on, the other one can be longer; it must have this share of them. */
const SAME_HEADLINE = { words: 3, share: 0.75 }

/** Whether headlines are the same; others that share words count less than a line that says where a part comes from. */
const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  similarity(one, other) >= SAME_HEADLINE.share &&
  (one.size === other.size || Math.min(one.size, other.size) >= SAME_HEADLINE.words)

function remembered<Value>(read: (draft: Draft) => Value): (draft: Draft) => Value {
  const known = new Map<Draft, Value>()
  return (draft) => {
    const value = known.get(draft) ?? read(draft)
    known.set(draft, value)
    return value
  }
}

const longWords = (text: string) => new Set(text.toLowerCase().match(/\p{L}{4,}/gu) ?? [])

/** Share of the words of the shorter text that the other one has. */
function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const least = Math.min(one.size, other.size)
  return least === 0 ? 0 : [...one].filter((word) => other.has(word)).length / least
}

/** Whether a sentence that one part leaves open can continue in the other. */
function isOpenTo(part: Draft, other: Draft): boolean {
  const last = part.blocks.findLast(({ role }) => role === 'body')?.text ?? ''
  const first = other.blocks.find(({ role }) => role === 'body')?.text ?? ''
  return last !== '' && !ENDS_SENTENCE.test(last) && /^\p{Ll}/u.test(first)
}
