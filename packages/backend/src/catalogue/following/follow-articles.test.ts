import { expect, test } from 'vitest'
import { followArticles } from './follow-articles.ts'

const story = (name: string, words = 60) => Array.from({ length: words }, (_, at) => `${name}${at}`).join(' ')
const article = (headline: string, firstPage: number, text: string, lastPage = firstPage) => ({
  headline,
  firstPage,
  lastPage,
  html: `<p>${text}</p>`,
})
const [gull, tern, skua] = [story('gull'), story('tern'), story('skua')]

test('articles that were renamed, changed places or got another paragraph are the same', () => {
  const following = followArticles(
    [article('Seite 3', 1, gull), article('Terns', 2, tern)],
    [article('Terns return', 2, `${story('lead', 10)} ${tern}`), article('Gulls', 1, gull)],
  )
  expect([following.successor(0), following.successor(1)]).toEqual([1, 0])
  expect([following.predecessor(0), following.predecessor(1)]).toEqual([1, 0])
})

test('what begins in the middle of a joined article keeps its place in it', () => {
  const following = followArticles(
    [article('Gulls', 1, gull), article('Terns', 2, tern)],
    [article('Birds', 1, `${gull} ${tern}`, 2)],
  )
  expect([following.successor(0), following.successor(1), following.predecessor(0)]).toEqual([0, 0, 0])
  expect(following.place({ index: 0, page: 1, fraction: 0 })).toEqual({ index: 0, fraction: 0 })
  expect(following.place({ index: 1, page: 2, fraction: 0 })!.fraction).toBeCloseTo(0.5, 1)
  expect(following.place({ index: 1, page: 2, fraction: 0.5 })!.fraction).toBeCloseTo(0.75, 1)
})

test('of a divided article, the words of a place decide, and at its beginning the page', () => {
  const following = followArticles(
    [article('Birds', 1, `${gull} ${tern} ${skua}`, 3)],
    [article('Skuas', 3, skua), article('Gulls', 1, gull), article('Terns', 2, tern)],
  )
  expect(following.parts(0)).toEqual([0, 1, 2])
  expect(following.covered(0, [0, 1, 2])).toBeGreaterThan(0.9)
  expect(following.covered(0, [1])).toBeLessThan(0.4)
  expect(following.successor(0)).toBe(1)
  expect([1, 2, 3].map((page) => following.place({ index: 0, page, fraction: 0 })?.index)).toEqual([1, 2, 0])
  expect(following.place({ index: 0, page: 1, fraction: 0.5 })).toMatchObject({ index: 2 })
  expect(following.predecessor(2)).toBeNull()
})

test('words that are gone are in no article, and a sentence that many articles share tells nothing', () => {
  const shared = 'read more on page four'
  const following = followArticles([article('Gulls', 1, `${gull} ${shared}`)], [article('Skuas', 1, `${skua} ${shared}`)])
  expect([following.successor(0), following.predecessor(0)]).toEqual([null, null])
  expect(following.parts(0)).toEqual([])
  expect(following.place({ index: 0, page: 1, fraction: 0.2 })).toBeNull()
})

test('an article whose text was rewritten is found by headline and page; one without words is not', () => {
  const following = followArticles([article('Gulls', 1, gull), article('', 2, '')], [article('Gulls', 1, tern)])
  expect([following.successor(0), following.successor(1)]).toEqual([0, null])
})

test('a place in a refrain stays in the verse that it was in', () => {
  const song = article('Song', 1, ['one', 'two', 'three'].map((verse) => `${story(verse, 20)} ${story('refrain', 20)}`).join(' '))
  const following = followArticles([song], [song])
  expect(following.place({ index: 0, page: 1, fraction: 0.9 })!.fraction).toBeCloseTo(0.9, 1)
})

test('thousands of notices with one text are compared in a moment', () => {
  const notices = Array.from({ length: 3000 }, (_, at) => article(`Notice ${at}`, 1, gull))
  const start = performance.now()
  const following = followArticles(notices, notices)
  expect(performance.now() - start).toBeLessThan(8000)
  expect(following.successor(2999)).toBe(2999)
})
