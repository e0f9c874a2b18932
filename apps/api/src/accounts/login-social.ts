import { TOKEN_TERM } from '@kiosk/domain/accounts/terms'
import { Refusal } from '@kiosk/domain/errors'
import type { Selectable } from 'kysely'
import type { Accounts } from '../database/schema.ts'
import type { Asking } from '../endpoint.ts'
import { type Identity, identityProviderNames } from '../outside/identity/identity-provider.ts'
import { isItsBrowser } from '../session/identity-browser.ts'
import { readToken, redeemToken } from '../session/one-time-tokens.ts'
import { hashOf } from '../session/random-token.ts'
import { accountOfIdentity } from './account-of-identity.ts'

/**
 * The account that a social token opens: our own, made when Facebook sent the browser back, or the id token that an app
 * was given by a provider. An account without `verified_at` still waits for the proof of its address: no session for it.
 * Refuses with `account_unknown` (token used, expired, of another browser), `login_refused` or `unavailable`.
 */
export async function accountOfSocialToken(token: string, call: Asking): Promise<Selectable<Accounts>> {
  const identity = token.includes('.') ? await identityOfApp(token, call) : await identityOfBrowser(token, call)
  return accountOfIdentity(identity, call)
}

async function identityOfBrowser(token: string, call: Asking): Promise<Identity> {
  const { house } = call
  const found = await readToken(house.db, 'social', token, house.now())
  if (typeof found === 'string' || !isItsBrowser(found.data, call)) throw new Refusal('account_unknown')
  const spent = await house.db.transaction().execute(async (trx) => {
    const redeemed = await redeemToken(trx, 'social', token, house.now())
    // The token stays as a mark that it was used; whom it was about does not.
    await trx.updateTable('one_time_tokens').set({ data: '{}' }).where('token_hash', '=', hashOf(token)).execute()
    return redeemed
  })
  if (typeof spent === 'string') throw new Refusal('account_unknown')
  return spent.data.identity as Identity
}

/** An id token counts once: what was signed is kept until it is too old to be shown. */
async function identityOfApp(idToken: string, { house }: Asking): Promise<Identity> {
  const name = identityProviderNames.find((each) => house.identity[each]?.mayHaveIssued(idToken))
  if (!name) throw new Refusal('login_refused')
  let identity: Identity
  try {
    identity = await house.identity[name]!.identityOfToken(idToken)
  } catch (error) {
    const { code } = error as { code?: string }
    house.log.warn({ provider: name, reason: code ?? 'id token' }, 'login by an id token failed')
    // jose names what is wrong with a token; anything else is the way to the provider.
    throw new Refusal(code === undefined || code === 'ERR_JWKS_TIMEOUT' ? 'unavailable' : 'login_refused')
  }
  const now = house.now()
  const signed = idToken.slice(0, idToken.lastIndexOf('.'))
  const noted = await house.db
    .insertInto('one_time_tokens')
    .values({
      token_hash: hashOf(signed),
      purpose: 'social',
      created_at: now,
      used_at: now,
      expires_at: new Date(now.getTime() + 2 * TOKEN_TERM.identity * 1000),
    })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!noted) throw new Refusal('account_unknown')
  return identity
}
