import { createHmac } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { canonicalEmail } from '../accounts/canonical-email.ts'
import { ownAddresses } from '../accounts/own-addresses.ts'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'

type Keyed = Pick<House, 'secret' | 'payments'>
type Offer = { code: string; kind: string }

/** Launch offers are one offer, whatever their codes in the markets; every other voucher is its own. */
const offerOf = ({ code, kind }: Offer) => (kind === 'launch' ? 'launch' : `code ${code}`)
/** Who shares a card with somebody may redeem the same code, but not be a new reader again. */
const countsMethods = ({ kind }: Offer) => kind === 'launch' || kind === 'special-offer'

async function keyedHash({ secret }: Pick<House, 'secret'>, what: string): Promise<Buffer> {
  return createHmac('sha256', await secret())
    .update(`voucher trace|${what}`)
    .digest()
}

function addressTrace(house: Keyed, offer: Offer, email: string): Promise<Buffer> {
  return keyedHash(house, `${offerOf(offer)}|address|${canonicalEmail(email).toLowerCase()}`)
}

/** @param name the provider and what it calls the card or account itself, whoever leaves it */
function methodTrace(house: Keyed, offer: Offer, name: string): Promise<Buffer> {
  return keyedHash(house, `${offerOf(offer)}|method|${name}`)
}

/**
 * Whether somebody with the address or the payment data of an account has redeemed an offer before: on an account that was
 * erased since or, with the same payment data, on another one.
 */
export async function wasRedeemedBefore(db: Kysely<DB>, house: Keyed, offer: Offer, accountId: number): Promise<boolean> {
  const account = await db.selectFrom('accounts').select('email').where('id', '=', accountId).executeTakeFirst()
  if (!account) return false
  const fingerprints = countsMethods(offer) ? await fingerprintsOf(db, house, accountId) : []
  const traces = [
    await addressTrace(house, offer, account.email),
    ...(await Promise.all(fingerprints.map((each) => methodTrace(house, offer, each)))),
  ]
  const { rows } = await sql<{ was: boolean }>`select exists (select from voucher_traces where trace = any(${traces}::bytea[]))
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

/** Leaves the traces of an account that is about to be erased: of each voucher that it redeemed, under each of its addresses. */
export async function leaveTraces(
  trx: Transaction<DB>,
  house: Keyed & Pick<House, 'now'>,
  account: { id: number; email: string },
): Promise<void> {
  const offers = await trx
    .selectFrom('voucher_redemptions as r')
    .innerJoin('vouchers as v', 'v.code', 'r.code')
    .select(['v.code', 'v.kind'])
    .where('r.account_id', '=', account.id)
    .execute()
  if (offers.length === 0) return
  const addresses = (await ownAddresses(trx, account)).map(({ writings }) => writings[0]!)
  const fingerprints = await fingerprintsOf(trx, house, account.id)
  const traces = await Promise.all(
    offers.flatMap((offer) => [
      ...addresses.map((email) => addressTrace(house, offer, email)),
      ...(countsMethods(offer) ? fingerprints.map((each) => methodTrace(house, offer, each)) : []),
    ]),
  )
  await sql`insert into voucher_traces (trace, at) select distinct trace, ${house.now()}::timestamptz
    from unnest(${traces}::bytea[]) as given (trace) order by trace
    on conflict (trace) do update set at = excluded.at`.execute(trx)
}
