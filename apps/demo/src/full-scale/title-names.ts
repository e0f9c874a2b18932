import { readFileSync } from 'node:fs'
import type { SeededRandom } from '../seeded-random.ts'

type FullScaleTitle = {
  name: string
  language: string
  kind: 'magazine' | 'newspaper'
  publisher: string
  country: string
}

const FIRST = {
  de: [
    'Neue',
    'Große',
    'Freie',
    'Junge',
    'Kleine',
    'Alpen',
    'Donau',
    'Rhein',
    'Wald',
    'Stadt',
    'Land',
    'Garten',
    'Technik',
    'Reise',
    'Sport',
  ],
  en: ['Modern', 'Weekly', 'Northern', 'Urban', 'Garden', 'River', 'Coastal', 'Young', 'Daily', 'Open', 'Science', 'Travel'],
  fr: ['Nouvelle', 'Grande', 'Petite', 'Libre', 'Jardin', 'Cuisine', 'Voyage', 'Montagne', 'Ville', 'Science', 'Jeune'],
}
const SECOND = {
  de: [
    'Rundschau',
    'Zeitung',
    'Blatt',
    'Bote',
    'Woche',
    'Journal',
    'Kurier',
    'Magazin',
    'Post',
    'Spiegelung',
    'Stimme',
    'Welten',
  ],
  en: ['Review', 'Times', 'Journal', 'Quarterly', 'Living', 'Post', 'Observer', 'Almanac', 'Letters', 'Field'],
  fr: ['Revue', 'Gazette', 'Magazine', 'Hebdo', 'Cahiers', 'Courrier', 'Journal', 'Almanach'],
}

/**
 * Returns titles for a full-scale catalogue: from a table of real titles if there is one, the rest invented.
 * @param file tab-separated, with the columns title, publisher, country, kind and language
 */
export function titleNames(count: number, random: SeededRandom, file?: string): FullScaleTitle[] {
  const titles = file ? fromTable(file) : []
  const picked = titles.length > count ? random.shuffled(titles).slice(0, count) : titles
  const used = new Set(picked.map(({ name }) => name))
  while (picked.length < count) {
    const language = random.pick(['de', 'de', 'de', 'en', 'fr'] as const)
    const name = `${random.pick(FIRST[language])} ${random.pick(SECOND[language])}`
    const unique = used.has(name) ? `${name} ${picked.length}` : name
    used.add(unique)
    const kind = random.chance(0.25) ? 'newspaper' : 'magazine'
    picked.push({
      name: unique,
      language,
      kind,
      publisher: 'Verlag der Beispiele',
      country: random.pick(['AT', 'DE', 'CH', 'LU']),
    })
  }
  return picked
}

function fromTable(file: string): FullScaleTitle[] {
  const [head = '', ...lines] = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const columns = head.split('\t')
  const byName = new Map<string, FullScaleTitle>()
  for (const line of lines) {
    const cells = line.split('\t')
    const cell = (name: string) => cells[columns.indexOf(name)]?.trim() ?? ''
    const name = cell('title').slice(0, 120)
    if (!name) continue
    byName.set(name, {
      name,
      language: /^[a-z]{2}$/.test(cell('language')) ? cell('language') : 'de',
      kind: /zeitung|newspaper/i.test(cell('kind')) ? 'newspaper' : 'magazine',
      publisher: cell('publisher') || 'Verlag der Beispiele',
      country: /^[A-Z]{2}$/.test(cell('country')) ? cell('country') : 'DE',
    })
  }
  return [...byName.values()]
}
