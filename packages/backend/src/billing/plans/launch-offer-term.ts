import { LAUNCH_OFFER_DAYS } from '@kiosk/domain/subscriptions/limits'
import { DAY_MS } from '@kiosk/domain/time'
import type { Kysely, Selectable } from 'kysely'
import { accountById, hadSubscription } from '../../accounts/queries.ts'
import type { Accounts, DB } from '../../db/schema.ts'

/** Returns when the launch offer of an account ends. */
export function endOfLaunchOffer({ verified_at, created_at }: Pick<Selectable<Accounts>, 'verified_at' | 'created_at'>): Date {
  return new Date((verified_at ?? created_at).getTime() + LAUNCH_OFFER_DAYS * DAY_MS)
}

/** Returns whether the launch offer is open to an account: it is new and has never had a subscription. */
export async function launchOfferStands(db: Kysely<DB>, accountId: number, now: Date): Promise<boolean> {
  const account = await accountById(db, accountId)
  return account !== undefined && endOfLaunchOffer(account) > now && !(await hadSubscription(db, accountId))
}
