import { UPLOAD_SECONDS } from '@kiosk/domain/staff/upload-limits'
import { DAY_MS, SECOND_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { enqueue } from '../../jobs/enqueue.ts'

/** Removes uploads that nobody continues, and gives up those whose job was lost. Returns how many are gone. */
export async function forgetUploads({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<number> {
  const before = (seconds: number) => new Date(now().getTime() - seconds * SECOND_MS)
  const yesterday = new Date(now().getTime() - DAY_MS)
  const unexpected = JSON.stringify({ code: 'unexpected', values: {} })
  await sql`update uploads set problem = ${unexpected}::jsonb, changed_at = ${now()},
      state = case when state = 'publishing' then 'draft' else 'failed' end
    where state in ('waiting', 'reading', 'publishing') and changed_at < ${yesterday}`.execute(db)
  return db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom('uploads')
      .where((where) =>
        where.or([
          where.and([where('state', '=', 'receiving'), where('changed_at', '<', before(UPLOAD_SECONDS.partial))]),
          where.and([where('state', '=', 'draft'), where('changed_at', '<', before(UPLOAD_SECONDS.draft))]),
          where.and([where('state', 'in', ['published', 'failed']), where('changed_at', '<', before(UPLOAD_SECONDS.record))]),
        ]),
      )
      .returning('id')
      .execute()
    for (const { id } of gone) await enqueue(trx, 'remove-upload', { id })
    return gone.length
  })
}
