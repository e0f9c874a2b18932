import { regions } from '@kiosk/domain/regions'
import { sql } from 'kysely'
import { RESTRICTED_FROM } from '../catalogue/shelf-view.ts'
import type { House } from '../house.ts'
import type { Jobs } from './jobs.ts'

const BATCH = 500
/** Letters that somebody waits for at the screen go first: they have priority 0. */
const AFTER_OTHERS = 10

/**
 * Adds a letter for everybody who has the issue's title among the favourites, wants to hear of new issues and may see it.
 * One an account and issue, however often this runs: account and issue are noted in the transaction that adds the letter.
 */
export async function announceIssue({ issueId }: Jobs['releases'], { db, now }: House): Promise<void> {
  let last: number | null = 0
  while (last !== null) last = await announceToNext(last)

  /** Goes on after an account; the last one looked at, null = that was all. */
  async function announceToNext(after: number): Promise<number | null> {
    const { rows } = await sql<{ last: number | null }>`
      with readers as (
        select accounts.id from issues
        join titles on titles.id = issues.title_id
        join favourites on favourites.title_id = titles.id
        join accounts on accounts.id = favourites.account_id
        where issues.id = ${issueId} and accounts.id > ${after}
          and accounts.send_release_newsletter and accounts.verified_at is not null and accounts.mail_bounced_at is null
          and (titles.age_rating < ${RESTRICTED_FROM} or accounts.allow_age_restricted)
          and (titles.available_until is null or titles.available_until >= ${now()}::date)
          and (titles.shown_in is null or (${JSON.stringify(countries)}::jsonb ->> accounts.region_id::text) = any (titles.shown_in))
        order by accounts.id limit ${BATCH}
      ), noted as (
        insert into release_letters (issue_id, account_id)
        select ${issueId}, id from readers on conflict do nothing returning account_id
      ), added as (
        select graphile_worker.add_job('letter',
          json_build_object('letter', 'release', 'accountId', account_id, 'issueId', ${issueId}::bigint),
          priority => ${AFTER_OTHERS}) from noted
      )
      select max(id) as last, (select count(*) from added) as added from readers`.execute(db)
    return rows[0]?.last ?? null
  }
}

/** Country of each market by its id. */
const countries = Object.fromEntries(regions.map(({ id, country }) => [id, country]))
