import { webinfo as declared } from '@kiosk/domain/accounts/endpoints'
import { DEFAULT_COUNTS } from '@kiosk/domain/catalogue/terms'
import { shelfOf } from '../catalogue/seen-shelf.ts'
import { type Asking, serve } from '../endpoint.ts'

export const webinfo = serve(declared, 'personal', async (call) => {
  const { session, language, region, regionActive } = call
  const countryCode = call.visitor.country ?? region.country
  const { magazines, issues } = await countsOf(call)
  return {
    ...(session.firstname !== null && { firstname: session.firstname }),
    countryCode,
    countryName: countryIn(language, countryCode),
    regionActive,
    regionId: region.id,
    magazineCount: magazines,
    issueCount: issues,
  }
})

/** Counts of the catalogue; those of section 9 where it can't be asked. */
async function countsOf(asking: Asking): Promise<{ magazines: number; issues: number }> {
  try {
    return (await shelfOf(asking)).counts
  } catch (error) {
    asking.house.log.warn({ err: error }, 'the catalogue could not be counted')
    return DEFAULT_COUNTS
  }
}

const names = new Map<string, Intl.DisplayNames>()

function countryIn(language: string, code: string): string {
  const known = names.get(language) ?? new Intl.DisplayNames([language], { type: 'region', fallback: 'code' })
  names.set(language, known)
  try {
    return known.of(code) ?? code
  } catch {
    return code
  }
}
