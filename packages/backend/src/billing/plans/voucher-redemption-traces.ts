import { createHmac } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { canonicalEmail } from '../../accounts/canonical-email.ts'
import { ownAddresses } from '../../accounts/data-by-email.ts'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'

type Keyed = Pick<AppContext, 'secret' | 'payments'>
type Offer = { code: string; kind: string }

/** Kind of a code that removes advertisements for an account for some days; the others are kinds of vouchers. */
export const PROMO = 'promo'

/** Returns the name of an offer: launch offers of all markets count as one, every other voucher or promo code separately. */
const offerOf = ({ code, kind }: Offer) => (kind === 'launch' ? 'launch' : `${kind === PROMO ? PROMO : 'code'} ${code}`)
/** Returns whether payment data count: people who share a card may all redeem a voucher code, but only one a special offer. */
const countsMethods = ({ kind }: Offer) => kind === 'launch' || kind === 'special-offer'

async function keyedHash({ secret }: Pick<AppContext, 'secret'>, what: string): Promise<Buffer> {
  return createHmac('sha256', await secret())
    .update(`voucher trace|${what}`)
    .digest()
}

function addressTrace(ctx: Keyed, offer: Offer, email: string): Promise<Buffer> {
  return keyedHash(ctx, `${offerOf(offer)}|address|${canonicalEmail(email).toLowerCase()}`)
}

/** Returns the trace of payment data. @param name provider and fingerprint of the card or account */
function methodTrace(ctx: Keyed, offer: Offer, name: string): Promise<Buffer> {
  return keyedHash(ctx, `${offerOf(offer)}|method|${name}`)
}

/**
 * Returns whether the address or the payment data of an account were used to redeem an offer before: by an account erased since
 * or, with the same payment data, by another one.
 */
export async function wasRedeemedBefore(db: Kysely<DB>, ctx: Keyed, offer: Offer, accountId: number): Promise<boolean> {
  const account = await db.selectFrom('accounts').select('email').where('id', '=', accountId).executeTakeFirst()
  if (!account) return false
  const fingerprints = countsMethods(offer) ? await fingerprintsOf(db, ctx, accountId) : []
  const traces = [
    await addressTrace(ctx, offer, account.email),
    ...(await Promise.all(fingerprints.map((each) => methodTrace(ctx, offer, each)))),
  ]
  const { rows } = await sql<{
    was: boolean
  }>`select exists (select from voucher_redemption_hashes where hash = any(${traces}::bytea[]))
    or exists (select from payment_methods m join voucher_redemptions r on r.account_id = m.account_id
      join vouchers v on v.code = r.code where m.provider || ' ' || m.fingerprint = any(${fingerprints}::text[]) and r.account_id <> ${accountId}
      and case when ${offer.kind === 'launch'} then v.kind = 'launch' else v.code = ${offer.code} end) as was`.execute(db)
  return rows[0]!.was
}

async function fingerprintsOf(db: Kysely<DB>, { payments }: Keyed, accountId: number): Promise<string[]> {
  if (payments.card?.sharesNumbers) return []
  const found = await db
    .selectFrom('payment_methods')
    .select(['provider', 'fingerprint'])
    .distinct()
    .where('account_id', '=', accountId)
    .where('fingerprint', 'is not', null)
    .execute()
  return found.map(({ provider, fingerprint }) => `${provider} ${fingerprint}`)
}

/** Stores traces of an account that is about to be erased: for each voucher or promo code it redeemed, its addresses and payment data. */
export async function leaveTraces(
  trx: Transaction<DB>,
  ctx: Keyed & Pick<AppContext, 'now'>,
  account: { id: number; email: string },
): Promise<void> {
  const offers: Offer[] = await trx
    .selectFrom('voucher_redemptions as r')
    .innerJoin('vouchers as v', 'v.code', 'r.code')
    .select(['v.code', 'v.kind'])
    .where('r.account_id', '=', account.id)
    .unionAll(
      trx
        .selectFrom('promo_redemptions')
        .select(['code', sql.lit(PROMO).as('kind')])
        .where('account_id', '=', account.id),
    )
    .execute()
  if (offers.length === 0) return
  const addresses = (await ownAddresses(trx, account)).map(({ writings }) => writings[0]!)
  const fingerprints = await fingerprintsOf(trx, ctx, account.id)
  const traces = await Promise.all(
    offers.flatMap((offer) => [
      ...addresses.map((email) => addressTrace(ctx, offer, email)),
      ...(countsMethods(offer) ? fingerprints.map((each) => methodTrace(ctx, offer, each)) : []),
    ]),
  )
  await sql`insert into voucher_redemption_hashes (hash, at) select distinct hash, ${ctx.now()}::timestamptz
    from unnest(${traces}::bytea[]) as given (hash) order by hash
    on conflict (hash) do update set at = excluded.at`.execute(trx)
}
