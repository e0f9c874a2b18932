import { readFileSync } from 'node:fs'
import type { SceneName } from '../pictures/render.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { Subject } from '../titles/title.ts'
import { prose } from './prose.ts'

type Written = {
  kicker: string
  headline: string
  standfirst: string
  /** What its picture shows. */
  motif: SceneName
  /** Paragraphs written for it; `told` continues them. */
  body: string[]
  quote: string
}
export type Story = Written & {
  byline: string
  language: 'de' | 'en' | 'fr'
  subject: Subject
  /** Two sentences of the stock that no other story of its subject in the issue has. */
  facts: readonly [string, string]
  seed: string
}

type Stock = { complete: Written[]; sketched: Written[]; sentences: string[] }

const stocks = new Map<string, Stock>()

/**
 * Returns the stories of a subject in a language, from `texts/`. A whole story is `# kicker | headline | motif`, a standfirst,
 * paragraphs and a `>` quote; `+ kicker | headline | standfirst | motif` begins one; sentences on `-` lines continue it.
 */
export function stock(language: string, subject: Subject | 'any'): Stock {
  const key = `${language}/${subject}`
  const known = stocks.get(key)
  if (known) return known
  const made: Stock = { complete: [], sketched: [], sentences: [] }
  for (const line of readFileSync(new URL(`../../texts/${key}.txt`, import.meta.url), 'utf8').split('\n')) {
    const text = line.slice(2)
    const last = made.complete.at(-1)
    if (line.startsWith('# ')) {
      const [kicker = '', headline = '', motif = ''] = text.split(' | ')
      made.complete.push({ kicker, headline, standfirst: '', motif: motif as SceneName, body: [], quote: '' })
    } else if (line.startsWith('+ ')) {
      const [kicker = '', headline = '', standfirst = '', motif = ''] = text.split(' | ')
      made.sketched.push({ kicker, headline, standfirst, motif: motif as SceneName, body: [], quote: '' })
    } else if (line.startsWith('- ')) made.sentences.push(text)
    else if (line.startsWith('> ') && last) last.quote = text
    else if (line && last) {
      if (last.standfirst) last.body.push(line)
      else last.standfirst = line
    }
  }
  stocks.set(key, made)
  return made
}

/** Invented writers, by language. */
const writers = {
  de: [
    'Mara Winkelhofer',
    'Jonas Ebenthal',
    'Selma Krügl',
    'Toni Haberfeld',
    'Ida Rossbacher',
    'Benedikt Lorch',
    'Nele Fährmann',
    'Vinzenz Auer',
    'Hanna Silbernagl',
    'Ruben Kestenholz',
  ],
  en: [
    'Maud Ellery',
    'Tobias Fenn',
    'Ada Thistlewood',
    'Callum Brae',
    'Imogen Sparrow',
    'Felix Marchbanks',
    'Nell Hathersage',
    'Owen Tarrant',
  ],
  fr: [
    'Léonie Marceval',
    'Bastien Corvoisier',
    'Jeanne Aubrelle',
    'Théo Lavandou',
    'Camille Rosières',
    'Hugo Valmorin',
    'Manon Clairefont',
  ],
} as const
const by = { de: 'Von', en: 'By', fr: 'Par' } as const

/**
 * Returns the stories of a subject, the lead first. `turn` chooses the lead, so that consecutive issues of a title lead with
 * different stories; if `motifs` are given and enough stories have them, one of those leads.
 */
export function storiesFor(
  chance: SeededRandom,
  language: 'de' | 'en' | 'fr',
  subject: Subject,
  turn: number,
  motifs: readonly SceneName[] = [],
): Story[] {
  const { complete, sketched, sentences } = stock(language, subject)
  const all = [...complete, ...sketched]
  const fitting = all.filter(({ motif }) => motifs.includes(motif))
  const leads = fitting.length > 1 ? fitting : all
  const lead = leads[turn % leads.length]!
  const others = chance.shuffled(all.filter((each) => each !== lead))
  const own = chance.shuffled(sentences)
  const general = chance.shuffled(stock(language, 'any').sentences)
  const salt = chance.next()
  return [lead, ...others].map((each, at) => {
    const fact = own[at % own.length]!
    return {
      ...each,
      language,
      subject,
      byline: `${by[language]} ${chance.pick(writers[language])}`,
      facts: [fact, general[at % general.length]!],
      quote: each.quote || fact,
      seed: `${each.headline} ${salt}`,
    }
  })
}

/** Returns a story in `count` paragraphs or more: those written for it, then composed ones. */
export function paragraphsOf(story: Story, count: number): string[] {
  const composed = prose(story.language, story.subject, story.seed, Math.max(0, count - story.body.length))
  const [fact, other] = story.facts
  return [
    ...story.body,
    ...composed.map((paragraph, at) => (at === 0 ? `${fact} ${paragraph}` : at === 1 ? `${paragraph} ${other}` : paragraph)),
  ]
}
