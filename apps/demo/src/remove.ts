import type { Files } from '@kiosk/backend/adapters/storage/port'
import type { Actor } from '@kiosk/backend/audit/actor'
import { recordAudit } from '@kiosk/backend/audit/record-audit'
import type { Connection, Database } from '@kiosk/backend/db/connect'
import { CannotStart } from '@kiosk/backend/startup-error'
import { DEMONSTRATION, REMOVED, readMark, writeMark } from './fill.ts'
import { removePeople } from './people.ts'
import { ADVERTISEMENTS, CAMPAIGN } from './reference-data.ts'

/** Readers would pay for fictional magazines. @throws CannotStart if the database has the demonstration */
export async function requireNoDemonstration(db: Database): Promise<void> {
  const mark = await readMark(db)
  if (mark !== undefined && mark !== REMOVED)
    throw new CannotStart(
      'ENVIRONMENT=production cannot start: the database has the demonstration newsstand. Remove it with "npm run kiosk -- demo --remove", or use an empty database.',
    )
}

/**
 * Removes the demonstration with its accounts: rows first, then files. It is not filled again automatically.
 * Returns the number of removed issues.
 */
export async function removeDemonstration(options: {
  connection: Connection
  files: Files
  actor?: Actor | undefined
}): Promise<number> {
  const { db } = options.connection
  const issues = await db.transaction().execute(async (transaction) => {
    const gone = await transaction
      .deleteFrom('all_issues')
      .where('demonstration', '=', true)
      .returning(['uid', 'source_sha256'])
      .execute()
    await transaction
      .deleteFrom('titles')
      .where('demonstration', '=', true)
      // A demonstration title stays if the operator imported an issue of it.
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('all_issues').select('all_issues.id').whereRef('all_issues.title_id', '=', 'titles.id'))),
      )
      // Editions and supplements are deleted in the same statement as their main title.
      .execute()
    await transaction
      .deleteFrom('publishers')
      .where('demonstration', '=', true)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('titles').select('titles.id').whereRef('publisher_id', '=', 'publishers.id'))),
      )
      .execute()
    const hashes = gone.flatMap(({ source_sha256 }) => source_sha256 ?? [])
    for (let from = 0; from < hashes.length; from += 5000)
      await transaction
        .deleteFrom('imports')
        .where('sha256', 'in', hashes.slice(from, from + 5000))
        .execute()
    await transaction
      .deleteFrom('advertisements')
      .where(
        'headline',
        'in',
        ADVERTISEMENTS.map(({ headline }) => headline),
      )
      .execute()
    await transaction.deleteFrom('campaigns').where('key', '=', CAMPAIGN.key).execute()
    await transaction
      .deleteFrom('content_sets')
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('content_set_entries').select('position').whereRef('set_key', '=', 'content_sets.key'))),
      )
      .execute()
    await writeMark(transaction, REMOVED)
    await removePeople(transaction)
    await recordAudit(transaction, options.actor, new Date(), {
      action: 'demonstration.removed',
      subject: DEMONSTRATION,
      before: { issues: gone.length },
    })
    return gone
  })
  for (const { uid } of issues) await options.files.remove(`issues/${uid}/`)
  return issues.length
}
