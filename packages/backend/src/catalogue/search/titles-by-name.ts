import type { Database } from '../../db/connect.ts'
import type { CatalogueView, Title } from '../catalogue-view.ts'
import { titlesLike } from '../queries.ts'
import { hasWordWithTypo, namesAlike } from './spelling-correction.ts'

/** Maximum titles found by name. */
export const MOST_TITLES = 40

/** Returns the titles of a catalogue whose name contains the words, otherwise those that differ by a typo; the best first. */
export async function titlesNamed(db: Database, words: string, catalogue: CatalogueView): Promise<Title[]> {
  const ids = await titlesLike(db, words, MOST_TITLES)
  const found = ids.flatMap((id) => catalogue.title(id) ?? []).filter(({ name }) => namesAlike(words, name))
  // The database compares groups of three letters. A short word has too few of them to resemble itself with two letters swapped.
  return found.length > 0 ? found : catalogue.titles.filter(({ name }) => hasWordWithTypo(words, name)).slice(0, MOST_TITLES)
}
