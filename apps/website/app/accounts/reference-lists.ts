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

/** Cache lifetime. The lists change only with releases. Milliseconds. */
const KEPT_FOR = HOUR_MS
const kept = new Map<Language, { lists: Promise<ReferenceLists>; until: number }>()

/** Returns the choices in the account forms in the visitor's language, cached for all requests. */
export function referenceLists({ language, asAnyone }: Pick<RequestContext, 'language' | 'asAnyone'>): Promise<ReferenceLists> {
  const known = kept.get(language)
  if (known && known.until > Date.now()) return known.lists
  const lists = ask(asAnyone)
  kept.set(language, { lists, until: Date.now() + KEPT_FOR })
  lists.catch(() => kept.delete(language))
  return lists
}

async function ask({ call }: RequestContext['asAnyone']): Promise<ReferenceLists> {
  const [ages, sexes, states, markets] = await Promise.all([call(ageGroups), call(genders), call(federalStates), call(regions)])
  return {
    ageGroups: ages,
    genders: sexes,
    federalStates: states,
    regions: markets.map(({ id, countryName }) => ({ id, name: countryName })),
  }
}
