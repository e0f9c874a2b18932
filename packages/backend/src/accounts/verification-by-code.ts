import { timingSafeEqual } from 'node:crypto'
import { verificationByCode as declared } from '@kiosk/domain/accounts/registration-endpoints'
import { ApiError } from '@kiosk/domain/errors'
import { validTokens } from '../auth/one-time-tokens.ts'
import { registrationBrowser } from '../auth/registration-browser.ts'
import { recordBoundedEvent } from '../auth/security-events.ts'
import { type Call, defineHandler } from '../http/handler.ts'
import { accountByEmail } from './queries.ts'
import { isOfBrowser, pendingRegistrations } from './registrations.ts'
import { verifyBy } from './verification.ts'
import { verificationCode } from './verification-code.ts'

/** Verifies by the code of the e-mail, in the browser that registered and only there; a wrong one is counted. */
export const verificationByCode = defineHandler(declared, 'personal', async (call) => {
  const found = await tokenOfCode(call)
  if (!found) {
    await recordBoundedEvent(call, { kind: 'token.rejected', details: { purpose: 'verification' } })
    throw new ApiError('code_wrong', 'code')
  }
  const { verificationTarget } = await verifyBy(call, found.accountId, found.hash, { newsletter: false, link: false })
  return { verificationTarget }
})

/** The token that the code belongs to; null if it is wrong, or if this browser has no registration of the address. */
async function tokenOfCode(call: Call<typeof declared>): Promise<{ accountId: number; hash: Buffer } | null> {
  const { ctx, input } = call
  const browser = registrationBrowser(call)
  const account = browser.hash && (await accountByEmail(ctx.db, input.email))
  if (!account || account.verified_at) return null
  const registration = (await pendingRegistrations(ctx.db, account.id)).find((each) => isOfBrowser(each, browser.hash))
  if (!registration) return null
  await ctx.rateLimits.consume('verification-code', String(account.id))
  const typed = Buffer.from(input.code.replace(/\s/g, ''))
  const secret = await ctx.secret()
  for (const { token_hash, data } of await validTokens(ctx.db, 'verification', account.id, ctx.now())) {
    if ((data as { registrationId?: number }).registrationId !== registration.id) continue
    const code = Buffer.from(verificationCode(secret, token_hash))
    if (code.length === typed.length && timingSafeEqual(code, typed)) return { accountId: account.id, hash: token_hash }
  }
  return null
}
