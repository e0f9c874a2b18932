import { withKioskDatabase } from './kiosk-database.ts'

/** Returns an address that no reader has yet. */
export const newAddress = (name: string) =>
  `${name}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 6)}@example.org`

/**
 * Adds a reader with the region, the plan and the password of one of the demonstration. An account has few devices: a test that
 * signs in on some needs its own.
 * @param changes what differs
 * @returns the address
 */
export async function readerLike(demonstrationReader: string, changes: { region_id?: number } = {}): Promise<string> {
  const email = newAddress('like')
  await withKioskDatabase(async (db) => {
    const { plan_id, regular_price, ...account } = await db
      .selectFrom('accounts')
      .leftJoin('subscriptions', 'subscriptions.account_id', 'accounts.id')
      .select(['password_hash', 'verified_at', 'terms_version', 'accounts.region_id', 'language', 'plan_id', 'regular_price'])
      .where('email', '=', demonstrationReader)
      .executeTakeFirstOrThrow()
    await db.transaction().execute(async (trx) => {
      const { id } = await trx
        .insertInto('accounts')
        .values({ ...account, ...changes, email })
        .returning('id')
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('consents')
        .values({ account_id: id, kind: 'terms', given: true, wording: account.terms_version! })
        .execute()
      if (plan_id && regular_price)
        await trx.insertInto('subscriptions').values({ account_id: id, plan_id, regular_price }).execute()
    })
  })
  return email
}

/** Adds a reader who has subscribed to all titles. */
export const premiumReader = () => readerLike('premium@example.org')
