import { webinfo as declared, type UserData } from '@kiosk/domain/accounts/endpoints'
import { DEFAULT_COUNTS } from '@kiosk/domain/catalogue/terms'
import { regionById } from '@kiosk/domain/regions'
import { shelfOf } from '../catalogue/seen-shelf.ts'
import { type Asking, serve } from '../endpoint.ts'
import type { House } from '../house.ts'
import type { WalletProvider } from '../outside/payments/port.ts'
import { userDataOf } from './present-user.ts'

export const webinfo = serve(declared, 'personal', userDataOfVisitor)

/** User data of section 3; a visitor's has no first name. */
export async function userDataOfVisitor(call: Asking): Promise<UserData> {
  const { session, language, region, regionActive } = call
  const countryCode = call.visitor.country ?? region.country
  const { magazines, issues } = await countsOf(call)
  const wallet = walletOf(call.house, session.account?.region_id ?? region.id)
  return {
    countryCode,
    countryName: countryIn(language, countryCode),
    regionActive,
    regionId: region.id,
    magazineCount: magazines,
    issueCount: issues,
    ...(wallet?.clientId && { payPalClientId: wallet.clientId }),
    ...(wallet?.script && { payPalScript: wallet.script }),
    ...(session.account && (await userDataOf(session.account, call))),
  }
}

/** The wallet whose script is told who we are; null where it does not pay in the region's currency. */
function walletOf({ payments }: House, regionId: number): WalletProvider | null {
  return regionById(regionId)?.currency === 'EUR' ? payments.wallet : null
}

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

/** A country in a language; an invented one by its code. */
export function countryIn(language: string, code: string): string {
  const known = names.get(language) ?? new Intl.DisplayNames([language], { type: 'region', fallback: 'code' })
  names.set(language, known)
  try {
    return known.of(code) ?? code
  } catch {
    return code
  }
}
