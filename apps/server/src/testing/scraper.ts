// A scraper for tests: it calls everything that may return text, follows new information, and joins the pieces.

import { apiAddress } from '@kiosk/contract/route'
import * as routes from '@kiosk/contract/routes'

/** Number of consecutive words that count as a found piece: shorter matches happen by chance. */
const RUN = 5
const STOP_WORDS = 'der die das und in von mit ist im nicht auch auf für wir mehr nach wird alle über noch'.split(' ')

/** Closed text, and how much of it was revealed. */
export type ClosedText = {
  /** Records the words of an answer or of a page. */
  collect(answer: string): void
  /** Returns the revealed share of the characters, between 0 and 1. */
  share(): number
}

export function closedText(pages: readonly string[]): ClosedText {
  const words = pages.flatMap((page) => [...wordsOf(page), ''])
  const places = new Map<string, number[]>()
  for (let at = 0; at + RUN <= words.length; at++) {
    const run = words.slice(at, at + RUN)
    if (run.includes('')) continue
    const key = run.join(' ')
    places.set(key, [...(places.get(key) ?? []), at])
  }
  const known = new Set<number>()
  return {
    collect(answer) {
      const words = wordsOf(answer)
      for (let at = 0; at + RUN <= words.length; at++)
        for (const place of places.get(words.slice(at, at + RUN).join(' ')) ?? [])
          for (let next = 0; next < RUN; next++) known.add(place + next)
    },
    share: () => lengthOf(words.filter((_, at) => known.has(at))) / lengthOf(words),
  }
}

const lengthOf = (words: readonly string[]) => words.reduce((sum, { length }) => sum + length, 0)

/** Returns the plain words of text, HTML or JSON, in lower case. */
export function wordsOf(text: string): string[] {
  const plain = text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/<[^>]*>|\\n|&(amp|lt|gt|quot|#39|nbsp);/g, ' ')
  return plain.toLowerCase().match(/\p{L}+/gu) ?? []
}

export type Prey = { uid: string; key: string; pages: number; articles: string[]; topic: string }
/** Requests a path; returns the answer as text, and its status. */
export type Ask = (path: string) => Promise<{ status: number; text: string }>

/**
 * Requests an issue in every way it knows, at most `most` times.
 * @param options.signature signature of this visitor, which is used correctly and misused
 */
export async function scrape(ask: Ask, prey: Prey, options: { most: number; signature: string; stolen: readonly string[] }) {
  const { uid, key, pages } = prey
  let requested = 0
  const answers: string[] = []
  const get = async (path: string) => {
    if (requested++ >= options.most) return ''
    const { text } = await ask(path)
    answers.push(text)
    return text
  }
  const issue = `/api/v8/issuecontent/${uid}`
  const forged = [
    options.signature,
    options.signature.replace(/pages=\d+/, `pages=${pages}`),
    ...options.stolen,
    'until=9999999999&pages=99&v=1&signature=x',
  ]
  for (const path of [
    apiAddress(routes.access, { uid }),
    apiAddress(routes.contents, { uid }),
    apiAddress(routes.downloadSize, { uid }, { width: 1240 }),
    apiAddress(routes.issueDetail, { uid }),
    apiAddress(routes.issue, { uid }),
    apiAddress(routes.magazineDetails, { magazinekey: key }),
    apiAddress(routes.downloads, {}),
    apiAddress(routes.bookmarks, {}),
    apiAddress(routes.history, {}),
    apiAddress(routes.topics, {}),
    apiAddress(routes.topic, { uid: prey.topic }),
    `/topic/${prey.topic}`,
    `/magazines/issues/${uid}`,
    `/magazine/${key}`,
    `/title/${key}`,
    `/reader/issues/${uid}`,
    `/reader/issues/${uid}?p=${pages}`,
    '/feeds/issues.xml',
    '/feeds/topics.xml',
    `/feeds/magazines/${key}.xml`,
    '/opds',
    '/opds/newest',
    `/opds/issues/${uid}/manifest.json`,
    `/opds/issues/${uid}/whole.json`,
  ])
    await get(path)
  for (const article of prey.articles) {
    await get(`${issue}/article/${article}`)
    await get(`/opds/issues/${uid}/articles/${article}`)
    await get(`/reader/issues/${uid}?a=${article}`)
  }
  for (let page = 1; page <= pages; page++)
    for (const signature of forged) {
      await get(`${issue}/pages/${page}/words?${signature}`)
      await get(`${issue}/pages/${page}/picture?width=1240&${signature}`)
    }
  for (const signature of forged) await get(`${issue}/offline?language=de&${signature}`)

  const met = new Set(STOP_WORDS)
  const queue = [...STOP_WORDS, `"${STOP_WORDS[0]} ${STOP_WORDS[1]}"`]
  const learn = (text: string) => {
    for (const word of wordsOf(text)) {
      if (met.has(word) || word.length < 3) continue
      met.add(word)
      queue.push(word)
    }
  }
  for (const text of answers) learn(text)
  const ways: ((q: string) => string)[] = [
    (q) => `${issue}/search?q=${q}`,
    (q) => `${issue}/search?q=%22${q}%22`,
    (q) => `/api/v8/search?q=${q}&title=${key}`,
    (q) => `/api/v8/search?q=${q}&order=best`,
    (q) => `/magazines/${q}`,
    (q) => `${issue}/search?q=${q.slice(0, -1)}x`,
  ]
  for (let turn = 0; requested < options.most && queue.length > 0; turn++) {
    // Recently found words are close to unknown text; every second call is of the kind that has revealed most.
    const word = turn % 3 === 0 ? queue.pop()! : queue.shift()!
    const way = turn % 2 === 0 ? ways[0]! : ways[(turn >> 1) % ways.length]!
    learn(await get(way(encodeURIComponent(word))))
  }
  return { requested, answers }
}

/** Maximum words and characters of one search. */
const MOST_WORDS_PER_SEARCH = 12
const LONGEST_SEARCH_CHARACTERS = 200
const searchFor = (words: readonly string[]) => words.map((word) => `"${word}"`).join(' or ')

/**
 * Uses the search of all issues to find out which words of a dictionary a closed issue contains: a dozen at once, halved if one
 * of them is found. Then finds out which known word follows which, and so reconstructs sentences.
 * @param most maximum number of calls
 */
export async function soundOut(ask: Ask, prey: Pick<Prey, 'uid' | 'key'>, dictionary: readonly string[], most: number) {
  let requested = 0
  const holds = async (words: readonly string[]) => {
    requested++
    const { status, text } = await ask(`/api/v8/search?q=${encodeURIComponent(searchFor(words))}&title=${prey.key}`)
    return (
      status === 200 &&
      (JSON.parse(text) as { pages: { issue: { uid: string } }[] }).pages.some(({ issue }) => issue.uid === prey.uid)
    )
  }
  /** Yields those of a few words that are in the issue. */
  async function* thereOf(words: readonly string[]): AsyncGenerator<string> {
    if (requested >= most || words.length === 0 || !(await holds(words))) return
    if (words.length === 1) return yield words[0]!
    yield* thereOf(words.slice(0, words.length / 2))
    yield* thereOf(words.slice(words.length / 2))
  }
  async function* allOf(words: readonly string[]): AsyncGenerator<string> {
    let some: string[] = []
    for (const word of words) {
      if (some.length === MOST_WORDS_PER_SEARCH || searchFor([...some, word]).length > LONGEST_SEARCH_CHARACTERS) {
        yield* thereOf(some)
        some = []
      }
      some.push(word)
    }
    yield* thereOf(some)
  }
  const known = new Set<string>()
  for await (const word of allOf(dictionary)) known.add(word)
  const sentences: string[] = []
  const used = new Set<string>()
  for (const start of known) {
    if (requested >= most) break
    if (used.has(start)) continue
    let sentence = start
    for (let grows = true; grows && requested < most; ) {
      grows = false
      // Four words identify the place well enough.
      const end = sentence.split(' ').slice(-3).join(' ')
      for await (const phrase of allOf([...known].map((word) => `${end} ${word}`))) {
        const next = phrase.split(' ').at(-1)!
        used.add(next)
        sentence += ` ${next}`
        grows = true
        break
      }
    }
    sentences.push(sentence)
  }
  return { requested, known, sentences }
}
