import { ageGroups, federalStates, genders, regions } from '@kiosk/contract/routes'
import type { Language } from '@kiosk/domain/locale'
import { HOUR_MS } from '@kiosk/domain/time'
import type { RequestContext } from '../shell/request-context.ts'

export type Choice = { id: number; name: string }
export type ReferenceLists = {
  ageGroups: Choice[]
  genders: Choice[]
  federalStates: (Choice & { regionId: number })[]
  regions: Choice[]
}

/** Cache lifetime. The lists change only with releases. */
const CACHED_FOR_MS = HOUR_MS
const cache = new Map<Language, { lists: Promise<ReferenceLists>; until: number }>()

/** Returns the choices in the account forms in the visitor's language, cached for all requests. */
export function referenceLists({ language, asAnyone }: Pick<RequestContext, 'language' | 'asAnyone'>): Promise<ReferenceLists> {
  const cached = cache.get(language)
  if (cached && cached.until > performance.now()) return cached.lists
  const lists = loadLists(asAnyone)
  cache.set(language, { lists, until: performance.now() + CACHED_FOR_MS })
  lists.catch(() => cache.delete(language))
  return lists
}

async function loadLists({ call }: RequestContext['asAnyone']): Promise<ReferenceLists> {
  const [ages, sexes, states, markets] = await Promise.all([call(ageGroups), call(genders), call(federalStates), call(regions)])
  return {
    ageGroups: ages,
    genders: sexes,
    federalStates: states,
    regions: markets.map(({ id, countryName }) => ({ id, name: countryName })),
  }
}
