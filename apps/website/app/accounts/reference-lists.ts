import { ageGroups, federalStates, genders, regions } from '@kiosk/domain/accounts/endpoints'
import type { Language } from '@kiosk/domain/locale'
import type { Visit } from '../shell/visit.ts'

export type Choice = { id: number; name: string }
export type ReferenceLists = {
  ageGroups: Choice[]
  genders: Choice[]
  federalStates: (Choice & { regionId: number })[]
  regions: Choice[]
}

/** The lists change with a release at most: they are asked for again after an hour. Milliseconds. */
const KEPT_FOR = 3_600_000
const kept = new Map<Language, { lists: Promise<ReferenceLists>; until: number }>()

/** What may be chosen in an account, named in the visitor's language; asked of the API once for all visits. */
export function referenceLists({ language, asAnyone }: Pick<Visit, 'language' | 'asAnyone'>): Promise<ReferenceLists> {
  const known = kept.get(language)
  if (known && known.until > Date.now()) return known.lists
  const lists = ask(asAnyone)
  kept.set(language, { lists, until: Date.now() + KEPT_FOR })
  lists.catch(() => kept.delete(language))
  return lists
}

async function ask({ call }: Visit['asAnyone']): Promise<ReferenceLists> {
  const [ages, sexes, states, markets] = await Promise.all([call(ageGroups), call(genders), call(federalStates), call(regions)])
  return {
    ageGroups: ages,
    genders: sexes,
    federalStates: states,
    regions: markets.map(({ id, countryName }) => ({ id, name: countryName })),
  }
}
