import { type Selectable, sql } from 'kysely'
import type { AppContext } from '../context.ts'
import type { Newsletters } from '../db/schema.ts'
import { languageOf, readersOf } from './audience.ts'
import { lockNewsletter, textsOf } from './newsletter-queries.ts'

/** Number of accounts that one transaction adds. */
const BATCH_SIZE = 5_000

/**
 * Adds a row for every reader of a newsletter, once, in batches that an interrupted run continues. Returns whether all are added;
 * false if the newsletter was paused or stopped, or another run took over.
 */
export async function selectRecipients(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { id, run_id }: Pick<Selectable<Newsletters>, 'id' | 'run_id'>,
): Promise<boolean> {
  for (;;) {
    const state = await db.transaction().execute(async (trx): Promise<'more' | 'done' | 'ended'> => {
      const newsletter = await lockNewsletter(trx, id)
      if (newsletter.state !== 'sending' || newsletter.run_id !== run_id) return 'ended'
      if (newsletter.selected_at) return 'done'
      const languages = (await textsOf(trx, id)).map(({ language }) => language)
      const language = languageOf(languages, newsletter.fallback_language)
      const { rows } = await sql<{ found: number; added: number; last: number | null }>`
        with readers as (
          select a.id, consent.id as consent_id, ${language} as language
          from ${readersOf(newsletter, now())} and a.id > ${newsletter.selected_up_to} and ${language} is not null
          order by a.id limit ${BATCH_SIZE}
        ), added as (
          insert into newsletter_recipients (newsletter_id, account_id, consent_id, language)
          select ${id}, id, consent_id, language from readers on conflict do nothing returning 1
        )
        select count(*)::int as found, max(id) as last, (select count(*)::int from added) as added from readers`.execute(trx)
      const { found, added, last } = rows[0]!
      await trx
        .updateTable('newsletters')
        .set({ selected: newsletter.selected + added, selected_up_to: last ?? newsletter.selected_up_to })
        .set({ selected_at: found < BATCH_SIZE ? now() : null })
        .where('id', '=', id)
        .execute()
      return found < BATCH_SIZE ? 'done' : 'more'
    })
    if (state !== 'more') return state === 'done'
  }
}
