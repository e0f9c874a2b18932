import { regionById } from '@kiosk/domain/regions'
import type { FoundReader } from '@kiosk/domain/staff/reader-endpoints'
import { tierOfPlan } from '@kiosk/domain/subscriptions/plans'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'

/** Adds to the found accounts what distinguishes readers, in the order of the hits. */
export async function presentFound(
  db: Kysely<DB>,
  hits: readonly Pick<FoundReader, 'id' | 'by' | 'match'>[],
): Promise<FoundReader[]> {
  if (hits.length === 0) return []
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'email', 'firstname', 'lastname', 'region_id', 'verified_at', 'deactivated_at', 'erase_at'])
    .select(
      sql<number | null>`(select plan_id from subscriptions s where s.account_id = accounts.id
        and s.state in ('active', 'past-due') limit 1)`.as('plan_id'),
    )
    .where(
      'id',
      'in',
      hits.map(({ id }) => id),
    )
    .execute()
  return hits.flatMap(({ id, by, match }) => {
    const row = rows.find((each) => each.id === id)
    if (!row) return []
    return [
      {
        id,
        by,
        match,
        email: row.email,
        name: nameOf(row),
        country: countryOf(row.region_id),
        state: stateOf(row),
        tier: tierOfPlan(row.plan_id),
      },
    ]
  })
}

export const nameOf = ({ firstname, lastname }: { firstname: string; lastname: string }) => `${firstname} ${lastname}`.trim()
export const countryOf = (region: number) => regionById(region)?.country ?? ''

function stateOf(row: { verified_at: Date | null; deactivated_at: Date | null; erase_at: Date | null }): FoundReader['state'] {
  if (row.erase_at) return 'erasing'
  if (row.deactivated_at) return 'closed'
  return row.verified_at ? 'active' : 'unverified'
}
