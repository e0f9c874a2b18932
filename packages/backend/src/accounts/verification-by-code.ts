import { verificationByCode as declared } from '@kiosk/domain/accounts/registration-endpoints'
import { ApiError } from '@kiosk/domain/errors'
import { inEvenTime } from '../auth/constant-time.ts'
import { networkLimit } from '../auth/network-limits.ts'
import { validTokens } from '../auth/one-time-tokens.ts'
import { registrationBrowser } from '../auth/registration-browser.ts'
import { recordBoundedEvent } from '../auth/security-events.ts'
import { type Call, defineHandler } from '../http/handler.ts'
import { TooMany } from '../http/too-many-requests.ts'
import { isEqualSecret } from '../is-equal-secret.ts'
import { canonicalEmail } from './canonical-email.ts'
import { accountByEmail } from './queries.ts'
import { isOfBrowser, pendingRegistrations } from './registrations.ts'
import { verifyBy } from './verification.ts'
import { verificationCode } from './verification-code.ts'

/**
 * Number of latest e-mails whose codes are valid: e-mails may arrive late or out of order, but each valid code makes guessing
 * easier.
 */
const CODES_ACCEPTED = 3

/**
 * Verifies by the code of the e-mail, only in the browser that registered. Attempts are counted and, with neutral answers, take
 * equally long whether or not there is such a registration. Otherwise they would reveal known addresses.
 */
export const verificationByCode = defineHandler(declared, 'personal', async (call) => {
  const found = await inEvenTime(call.ctx, () => tokenOfCode(call))
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
  if (!browser.hash) return null
  await limitAttempts(call)
  const account = await accountByEmail(ctx.db, input.email)
  if (!account || account.verified_at) return null
  const registration = (await pendingRegistrations(ctx.db, account.id)).find((each) => isOfBrowser(each, browser.hash))
  if (!registration) return null
  const typed = input.code.replace(/\s/g, '')
  const secret = await ctx.secret()
  const tokens = await validTokens(ctx.db, 'verification', account.id, ctx.now())
  const ofRegistration = tokens.filter(({ data }) => (data as { registrationId?: number }).registrationId === registration.id)
  for (const { token_hash } of ofRegistration.slice(0, CODES_ACCEPTED)) {
    if (isEqualSecret(typed, verificationCode(secret, token_hash))) return { accountId: account.id, hash: token_hash }
  }
  return null
}

/** @throws TooMany with a message that names the link, which still works */
async function limitAttempts({ ctx, input, visitor }: Call<typeof declared>): Promise<void> {
  const wait =
    (await networkLimit(ctx.rateLimits, 'verification-code-network', visitor.address).count()) ??
    (await ctx.rateLimits.count('verification-code', canonicalEmail(input.email)))
  if (wait !== null) throw new TooMany(wait, 'ERROR.TOO_MANY_CODES')
}
