import { readFileSync } from 'node:fs'
import type { SeededRandom } from '../dice.ts'
import type { Subject } from '../titles/title.ts'

export type Story = { kicker: string; headline: string; standfirst: string; byline: string; body: string[]; quote: string }

type Stock = { complete: Omit<Story, 'byline'>[]; sketched: Omit<Story, 'byline'>[]; sentences: string[] }

const stocks = new Map<string, Stock>()

/**
 * Returns the stories of a subject in a language, from `texts/`. A whole story is `# kicker | headline`, a standfirst,
 * paragraphs and a `>` quote; `+ kicker | headline | standfirst` begins one; sentences on `-` lines continue it.
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
      const [kicker = '', headline = ''] = text.split(' | ')
      made.complete.push({ kicker, headline, standfirst: '', body: [], quote: '' })
    } else if (line.startsWith('+ ')) {
      const [kicker = '', headline = '', standfirst = ''] = text.split(' | ')
      made.sketched.push({ kicker, headline, standfirst, body: [], quote: '' })
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
 * Returns up to `count` different stories of a subject, the lead first. `turn` chooses the lead, so that consecutive issues of
 * a title lead with different stories.
 */
export function storiesFor(
  chance: SeededRandom,
  language: 'de' | 'en' | 'fr',
  subject: Subject,
  turn: number,
  count: number,
): Story[] {
  const { complete, sketched, sentences } = stock(language, subject)
  const general = stock(language, 'any').sentences
  const all = [...complete, ...sketched]
  const lead = all[turn % all.length]!
  const others = chance.shuffled(all.filter((each) => each !== lead))
  return [lead, ...others].slice(0, count).map((each) => {
    const spread = chance.shuffled(sentences)
    const around = chance.shuffled(general)
    // Sentences about the subject alternate with general ones.
    const paragraph = (at: number) =>
      [spread[at * 2]!, around[at * 2]!, spread[at * 2 + 1] ?? around[19]!, around[at * 2 + 1]!].join(' ')
    const more = [0, 1, 2, 3].map(paragraph)
    return {
      ...each,
      byline: `${by[language]} ${chance.pick(writers[language])}`,
      body: each.body.length > 0 ? [...each.body, ...more.slice(0, 2)] : more,
      quote: each.quote || (spread.find((sentence) => sentence.length < 100) ?? spread[0]!),
    }
  })
}
