import { identityProviderNames } from '@kiosk/domain/accounts/identity-providers'
import { TOKEN_TTL_SECONDS } from '@kiosk/domain/accounts/limits'
import { ApiError } from '@kiosk/domain/errors'
import type { Selectable } from 'kysely'
import type { Identity } from '../../adapters/oidc/port.ts'
import type { Accounts } from '../../db/schema.ts'
import type { RequestContext } from '../../http/handler.ts'
import { readToken, redeemToken } from '../one-time-tokens.ts'
import { hashOf } from '../random-token.ts'
import { isItsBrowser } from './browser-binding.ts'
import { accountOfIdentity } from './find-account.ts'

/**
 * Codes of openid-client and jose for a provider whose configuration or keys cannot be read. Their other codes describe the token; an
 * error without a code is a failure of the connection.
 */
const UNREADABLE = /^(?:OAUTH_\w+|ERR_JOSE_GENERIC|ERR_JWKS_(?:TIMEOUT|INVALID))$/

/**
 * Finds or creates the account of a social token: our own token from the Facebook callback, or an id token that a provider gave
 * to an app. An account without `verified_at` waits for verification and gets no session. Rejects with `account_unknown` (token
 * used, expired, of another browser), `login_refused` or `unavailable`.
 */
export async function accountOfSocialToken(token: string, call: RequestContext): Promise<Selectable<Accounts>> {
  const identity = token.includes('.') ? await identityOfApp(token, call) : await identityOfBrowser(token, call)
  return accountOfIdentity(identity, call)
}

async function identityOfBrowser(token: string, call: RequestContext): Promise<Identity> {
  const { ctx } = call
  const found = await readToken(ctx.db, 'social', token, ctx.now())
  if (typeof found === 'string' || !isItsBrowser(found.data, call)) throw new ApiError('account_unknown')
  const spent = await ctx.db.transaction().execute(async (trx) => {
    const redeemed = await redeemToken(trx, 'social', token, ctx.now())
    // The token row stays to mark it as used; its data is removed.
    await trx.updateTable('one_time_tokens').set({ data: '{}' }).where('token_hash', '=', hashOf(token)).execute()
    return redeemed
  })
  if (typeof spent === 'string') throw new ApiError('account_unknown')
  return spent.data.identity as Identity
}

/** Returns the identity of an id token. Accepts a token once: stores the hash of its signed part until it has expired. */
async function identityOfApp(idToken: string, { ctx }: RequestContext): Promise<Identity> {
  const name = identityProviderNames.find((each) => ctx.identity[each]?.mayHaveIssued(idToken))
  if (!name) throw new ApiError('login_refused')
  let identity: Identity
  try {
    identity = await ctx.identity[name]!.identityOfToken(idToken)
  } catch (error) {
    const { code } = error as { code?: string }
    ctx.log.warn(
      { event: 'social-login.failed', provider: name, reason: code ?? 'id token' },
      'social login with an id token failed',
    )
    throw new ApiError(code === undefined || UNREADABLE.test(code) ? 'unavailable' : 'login_refused')
  }
  const now = ctx.now()
  const signed = idToken.slice(0, idToken.lastIndexOf('.'))
  const noted = await ctx.db
    .insertInto('one_time_tokens')
    .values({
      token_hash: hashOf(signed),
      purpose: 'social',
      created_at: now,
      used_at: now,
      expires_at: new Date(now.getTime() + 2 * TOKEN_TTL_SECONDS.identity * 1000),
    })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!noted) throw new ApiError('account_unknown')
  return identity
}
