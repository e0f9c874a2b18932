import { Refusal } from '@kiosk/domain/errors'
import { redeemPromo as declared } from '@kiosk/domain/subscriptions/endpoints'
import { promoCodeOf } from '@kiosk/domain/subscriptions/promo-code'
import type { Selectable, Transaction } from 'kysely'
import { changeAccount } from '../accounts/change-account.ts'
import { presentPromo } from '../accounts/present-user.ts'
import { hasContract } from '../accounts/queries.ts'
import type { Accounts, DB } from '../database/schema.ts'
import { serve } from '../endpoint.ts'

const DAY = 86_400_000

export const redeemPromo = serve(declared, 'personal', async (call) => {
  const { house, session, language, input } = call
  await house.attempts.admit('promo', `account ${session.account!.id}`)
  const promo = await changeAccount(call, async (trx, account) => {
    if (await hasContract(trx, account.id, house.now())) throw new Refusal('paid_already')
    return redeem(trx, account, promoCodeOf(input.code), house.now())
  })
  return { promoCode: presentPromo(promo, language) }
})

/** Redeems a code for an account in `trx`: who redeems the same code waits, so that nobody is one too many. */
async function redeem(trx: Transaction<DB>, account: Selectable<Accounts>, code: string | null, now: Date) {
  const promo =
    code === null
      ? undefined
      : await trx.selectFrom('promo_codes').selectAll().where('code', '=', code).forUpdate().executeTakeFirst()
  if (!promo) throw new Refusal('code_invalid', 'code')
  const before = await trx
    .selectFrom('promo_redemptions')
    .select('code')
    .where('account_id', '=', account.id)
    .where('code', '=', promo.code)
    .executeTakeFirst()
  if (before) throw new Refusal('code_redeemed', 'code')
  const inTime = promo.redeemable_from <= now && promo.redeemable_until > now
  const inPlace = promo.region_ids === null || promo.region_ids.includes(account.region_id)
  const left = promo.most === null || promo.redeemed < promo.most
  if (!inTime || !inPlace || !left) throw new Refusal('code_invalid', 'code')
  const expires_at = new Date(now.getTime() + promo.days * DAY)
  await trx
    .insertInto('promo_redemptions')
    .values({ account_id: account.id, code: promo.code, redeemed_at: now, expires_at })
    .execute()
  await trx
    .updateTable('promo_codes')
    .set({ redeemed: promo.redeemed + 1 })
    .where('code', '=', promo.code)
    .execute()
  return { titles: promo.titles as Record<string, string>, expires_at }
}
