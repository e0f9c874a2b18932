import { webinfo as declared, type UserData } from '@kiosk/domain/accounts/endpoints'
import { DEFAULT_COUNTS } from '@kiosk/domain/catalogue/limits'
import { countryName } from '@kiosk/domain/country-name'
import { regionById } from '@kiosk/domain/regions'
import type { WalletProvider } from '../adapters/payments/port.ts'
import { catalogueOf } from '../catalogue/viewer-catalogue.ts'
import type { AppContext } from '../context.ts'
import { defineHandler, type RequestContext } from '../http/handler.ts'
import { userDataOf } from './present-user.ts'
import { runningSupport } from './support-access.ts'

export const webinfo = defineHandler(declared, 'personal', userDataOfVisitor)

/** Returns user data; data of an account only for signed-in readers. */
export async function userDataOfVisitor(call: RequestContext): Promise<UserData> {
  const { session, language, region, regionActive } = call
  const countryCode = call.visitor.country ?? region.country
  const { magazines, issues } = await countsOf(call)
  const wallet = walletOf(call.ctx, session.account?.region_id ?? region.id)
  return {
    countryCode,
    countryName: countryName(language, countryCode) ?? countryCode,
    regionActive,
    regionId: region.id,
    magazineCount: magazines,
    issueCount: issues,
    ...(wallet?.clientId && { payPalClientId: wallet.clientId }),
    ...(wallet?.script && { payPalScript: wallet.script }),
    ...(session.account && (await userDataOf(session.account, call))),
    ...(session.supportUntil && (await supportOf(session.account!.id, call))),
  }
}

/** Returns what the pages show while the staff may look at the account. */
async function supportOf(accountId: number, { ctx }: Pick<RequestContext, 'ctx'>): Promise<Pick<UserData, 'support'>> {
  const running = await runningSupport(ctx.db, accountId, ctx.now())
  return running ? { support: { endsAt: running.endsAt, by: running.by, lookedAt: running.lookedAt } } : {}
}

/** Returns the wallet whose script gets our client id; null if it does not support the region's currency. */
function walletOf({ payments }: Pick<AppContext, 'payments'>, regionId: number): WalletProvider | null {
  return regionById(regionId)?.currency === 'EUR' ? payments.wallet : null
}

/** Counts titles and issues of the catalogue; returns constants when it is unavailable. */
async function countsOf(req: RequestContext): Promise<{ magazines: number; issues: number }> {
  try {
    return (await catalogueOf(req)).counts
  } catch (error) {
    req.ctx.log.warn({ event: 'catalogue.count-failed', err: error }, 'titles and issues could not be counted')
    return DEFAULT_COUNTS
  }
}
