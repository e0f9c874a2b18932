import { changeIssue, importIssueFields, setRelatedIssues } from '@kiosk/backend/catalogue/shelf/change-issue'
import { findIssues, showIssue } from '@kiosk/backend/catalogue/shelf/find-issues'
import { republishIssue, scheduleIssue, withdrawIssue } from '@kiosk/backend/catalogue/shelf/issue-visibility'
import type { Database } from '@kiosk/backend/db/connect'
import { count } from '@kiosk/backend/format-count'
import { printable } from '@kiosk/backend/printable'
import { ApiError } from '@kiosk/domain/errors'
import { REASON_LENGTH } from '@kiosk/domain/staff/limits'
import { ISSUE_STATES, IssueFields, MOST_RELATED, scheduleIssue as scheduleCall } from '@kiosk/domain/staff/shelf-issue-endpoints'
import { DATA_ENVIRONMENT, type DeclareCommand, withExitCode } from './command.ts'
import { parser, reason } from './parse-values.ts'
import { rebuild } from './rebuild.ts'
import { change, fieldValue } from './shelf-changes.ts'
import { printLines, withDatabase } from './with-database.ts'

const SHAPE = IssueFields.shape
const FIELDS = Object.keys(SHAPE).join(', ')
const states = ['all', ...ISSUE_STATES] as const

export const declare: DeclareCommand = (command) => {
  command
    .description(
      'Issues: their metadata, from when on they are shown, and withdrawal. Imports do not change a field that was set here or at the desk. A takedown is another command.',
    )
    .addHelpText('afterAll', DATA_ENVIRONMENT)
  const why = ['--why <REASON>', 'reason, for the audit log', reason(REASON_LENGTH)] as const
  const about = (name: string, description: string) =>
    command.command(name).description(description).argument('<UID>', 'uid of the issue, as in its address')
  command
    .command('list')
    .description('Lists issues, newest first.')
    .argument('[WORDS...]', 'words of title or name, a number or a uid')
    .option('--title <KEY>', 'only of this title')
    .option(
      '--state <STATE>',
      states.join(', '),
      parser((typed) => states.find((each) => each === typed), `States are ${states.join(', ')}.`),
    )
    .action(
      withExitCode((words, { title, state = 'all' }) =>
        withDatabase((db) => list(db, { search: words.join(' '), title, state })),
      ),
    )
  about('show', 'Shows the fields of an issue.').action(withExitCode((uid) => printLines((db) => lines(db, uid))))
  about('set', 'Sets a field of an issue.')
    .argument('<FIELD>', FIELDS)
    .argument('<VALUE>', 'its value; none for no value')
    .action(
      withExitCode((uid, field, typed) =>
        change(async (ctx) => {
          const value = fieldValue(SHAPE, field as keyof typeof SHAPE, typed)
          const { after } = await changeIssue(ctx, uid, { changes: { [field]: value } as Partial<IssueFields> })
          return Object.keys(after).length > 0 ? `${field} is set.` : 'Nothing changes.'
        }),
      ),
    )
  about('schedule', 'Shows an issue from a time on, in the time of the markets (Vienna, Berlin, Zurich, Luxembourg).')
    .argument('<TIME>', '2026-12-01T06:00, or now', timeOf)
    .action(
      withExitCode((uid, { at }) =>
        change(async (ctx) => {
          await scheduleIssue(ctx, uid, at)
          return at === null ? 'It is shown.' : `It is shown from ${at} on.`
        }),
      ),
    )
  about('withdraw', 'Withdraws an issue on all servers until it is published again.')
    .requiredOption(...why)
    .action(
      withExitCode((uid, { why }) =>
        change(async (ctx) => {
          await withdrawIssue(ctx, uid, why)
          return 'It is withdrawn.'
        }),
      ),
    )
  about('republish', 'Publishes a withdrawn issue again.')
    .requiredOption(...why)
    .action(
      withExitCode((uid, { why }) =>
        change(async (ctx) => {
          await republishIssue(ctx, uid, why)
          return 'It is published again.'
        }),
      ),
    )
  about('related', 'Sets the issues that the page of an issue recommends; without issues, it recommends none.')
    .argument('[OTHER...]', `uids in their order; at most ${MOST_RELATED}`)
    .action(
      withExitCode((uid, uids) =>
        change(async (ctx) => {
          if (uids.length > MOST_RELATED) throw new ApiError('wrong_input', `at most ${MOST_RELATED} issues`)
          await setRelatedIssues(ctx, uid, { uids })
          return `It recommends ${count(uids.length, 'issue')}.`
        }),
      ),
    )
  about('reimport', 'Lets imports change fields of an issue again.')
    .argument('<FIELD...>', FIELDS)
    .action(
      withExitCode((uid, fields) =>
        change(async (ctx) => {
          await importIssueFields(ctx, uid, fields)
          return 'Imports may change these fields.'
        }),
      ),
    )

  command
    .command('rebuild')
    .description(
      `Reads text and articles again from the stored PDFs, with what this version knows; pages are not drawn. Bookmarks, reading places
      and addresses of articles follow their words; metadata, corrections and takedowns stay. Servers do the same in the background
      (REBUILD_CORE_PERCENT). After an interruption, run it again to continue. Exit code 1 if an issue could not be read.`,
    )
    .argument('[UID...]', 'issues, also those that this version has read')
    .option('--all', 'all issues that an earlier version has read, newest first')
    .option('--dry-run', 'only says which issues these are, and which could not be read')
    .action(withExitCode((uids, named) => rebuild(uids, named)))
}

const timeOf = parser((typed) => {
  const parsed = scheduleCall.body.safeParse({ at: typed === 'now' ? null : typed })
  return parsed.success ? parsed.data : null
}, 'A time is written 2026-12-01T06:00.')

type Wanted = { search: string; title?: string | undefined; state: (typeof states)[number] }

async function list(db: Database, wanted: Wanted): Promise<number> {
  let after: string | undefined
  for (let more = true; more; ) {
    const found = await findIssues(db, { ...wanted, after })
    for (const { uid, title, name, date, state, shownFrom } of found.issues)
      console.log(
        `${uid}  ${date}  ${printable(`${title}, ${name}`)}${state === 'shown' ? '' : ` (${state}${shownFrom ? ` ${shownFrom}` : ''})`}`,
      )
    after = found.issues.at(-1)?.uid
    more = found.more
  }
  return 0
}

async function lines(db: Database, uid: string): Promise<string[]> {
  const issue = await showIssue(db, uid).catch((error: unknown) => {
    if (error instanceof ApiError) return null
    throw error
  })
  if (!issue) return ['There is no such issue.']
  const { fields, title, state, pages, related, takedowns, deskFields, shownFromLocal } = issue
  const shown = { title, ...fields, pages, state: shownFromLocal ? `${state}, shown from ${shownFromLocal}` : state }
  return [
    ...Object.entries(shown).map(([name, value]) => `${name.padEnd(12)} ${printable(String(value ?? '–'))}`),
    `${'related'.padEnd(12)} ${related.map((each) => each.uid).join(', ') || '–'}`,
    `${'takedowns'.padEnd(12)} ${takedowns.length}`,
    `${'set at desk'.padEnd(12)} ${deskFields.join(', ') || '–'}`,
  ]
}
