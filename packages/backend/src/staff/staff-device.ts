import { createHmac } from 'node:crypto'
import { YEAR_SECONDS } from '@kiosk/domain/time'
import { cookieIn } from '../auth/cookies.ts'
import { networkLimit } from '../auth/network-limits.ts'
import { randomToken } from '../auth/random-token.ts'
import type { AppContext } from '../context.ts'
import { isEqualSecret } from '../is-equal-secret.ts'
import { cookieOfDesk } from './cookie-of-desk.ts'
import type { DeskRequest } from './desk-request.ts'
import { staffEmail } from './staff-queries.ts'

// Attempts to sign in at the desk. A browser in which the person has signed in before has a signed cookie and its own counter, so
// that strangers who guess cannot lock the person out (ADR-0261).

const deviceCookie = (publicUrl: string) => cookieOfDesk(publicUrl, 'desk-device')

/** Signs the identifier of a browser for one person. */
async function signatureOf(ctx: Pick<AppContext, 'secret'>, email: string, device: string): Promise<Buffer> {
  return createHmac('sha256', await ctx.secret())
    .update(`device of staff|${staffEmail(email)}|${device}`)
    .digest()
}

/** Sets the cookie by which this browser is known for a person who has signed in. */
export async function rememberDevice({ ctx, reply }: DeskRequest, email: string): Promise<void> {
  const { name, attributes } = deviceCookie(ctx.publicUrl)
  const { token: device } = randomToken()
  const signature = (await signatureOf(ctx, email, device)).toString('base64url')
  reply.append('set-cookie', `${name}=${device}.${signature}; Max-Age=${YEAR_SECONDS}; ${attributes}`)
}

/** Returns the identifier of this browser if the person has signed in here before; null = unknown. */
async function knownDevice({ request, ctx }: Pick<DeskRequest, 'request' | 'ctx'>, email: string): Promise<string | null> {
  const [device, signed] = (cookieIn(request, deviceCookie(ctx.publicUrl).name) ?? '').split('.')
  if (!device || !signed) return null
  return isEqualSecret(Buffer.from(signed, 'base64url'), await signatureOf(ctx, email, device)) ? device : null
}

/**
 * Counts an attempt with password and code: for a known browser by itself, otherwise by address and network, by network for any
 * address, and by address from everywhere. Call `reset` when it has succeeded.
 * @throws TooMany
 */
export async function countAttempt(call: DeskRequest, email: string): Promise<{ reset(): Promise<void> }> {
  const { ctx, visitor } = call
  const { rateLimits } = ctx
  const name = staffEmail(email)
  const device = await knownDevice(call, name)
  if (device !== null) {
    const key = `${name} on ${device}`
    await rateLimits.consume('staff', key)
    return { reset: () => rateLimits.reset('staff', key) }
  }
  const here = networkLimit(rateLimits, 'staff', visitor.address, name)
  await here.consume()
  await networkLimit(rateLimits, 'staff-network', visitor.address).consume()
  await rateLimits.consume('staff-account', name)
  return here
}
