import type { ChangeContext } from '@kiosk/backend/context'
import type { Database } from '@kiosk/backend/db/connect'
import { count } from '@kiosk/backend/format-count'
import { listNewsletters, showNewsletter } from '@kiosk/backend/newsletters/newsletter-queries'
import * as steer from '@kiosk/backend/newsletters/steer-newsletter'
import { printable } from '@kiosk/backend/printable'
import type { ErrorCode } from '@kiosk/domain/errors'
import { instantOf } from '@kiosk/domain/iso-time'
import { MOST_MESSAGES_PER_MINUTE } from '@kiosk/domain/staff/limits'
import { DATA_ENVIRONMENT, type DeclareCommand, withExitCode } from './command.ts'
import { explained } from './explained.ts'
import { parser, wholeNumber } from './parse-values.ts'
import { withChanges, withDatabase } from './with-database.ts'

const time = parser(instantOf, 'A time is written 2026-12-31T18:00:00+01:00.')

export const declare: DeclareCommand = (command) => {
  command
    .description('Newsletters, which are written at the desk. The server sends them to the readers who confirmed to get them.')
    .addHelpText('afterAll', DATA_ENVIRONMENT)
  const action = (name: string, description: string) =>
    command
      .command(name)
      .description(description)
      .argument('<ID>', 'number of the newsletter, as `newsletter list` shows it', wholeNumber())
  command
    .command('list')
    .description('Lists the newsletters, the newest first.')
    .action(withExitCode(() => withDatabase(printList)))
  action('show', 'Shows whom a newsletter is for and its progress.').action(
    withExitCode((id) => withDatabase((db) => explained(REASONS, () => print(db, id)))),
  )
  action('send', 'Sends a draft.')
    .option('--at <TIME>', 'when, such as 2026-12-31T18:00:00+01:00; otherwise at once', time)
    .option('--per-minute <NUMBER>', 'rate; otherwise that of operator.json', wholeNumber(MOST_MESSAGES_PER_MINUTE))
    .action(
      withExitCode((id, { at, perMinute }) =>
        changed(async (ctx) => {
          const readers = await steer.sendNewsletter(ctx, id, { startsAt: at ?? null, messagesPerMinute: perMinute })
          return at
            ? `It is scheduled for ${at.toISOString()}, now for ${count(readers, 'reader')}.`
            : `It is sent to ${count(readers, 'reader')}.`
        }),
      ),
    )
  const simple = (name: string, description: string, change: (ctx: ChangeContext, id: number) => Promise<void>, done: string) =>
    action(name, description).action(withExitCode((id) => changed((ctx) => change(ctx, id).then(() => done))))
  simple('unschedule', 'Makes a scheduled newsletter a draft again.', steer.unscheduleNewsletter, 'It is a draft again.')
  simple('pause', 'Sends no further message until it is resumed.', steer.pauseNewsletter, 'It is paused.')
  simple('resume', 'Continues a paused newsletter.', steer.resumeNewsletter, 'It continues.')
  simple('stop', 'Ends the sending for good.', steer.stopNewsletter, 'It is stopped.')
}

const REASONS: Partial<Record<ErrorCode, string>> = {
  not_found: 'There is no such newsletter.',
  newsletter_state: 'Its state does not allow this. Nothing has changed.',
  newsletter_incomplete: 'A text is missing, or incomplete. Nothing has changed.',
  newsletter_nobody: 'Nobody would get it. Nothing has changed.',
  time_is_past: 'This time has passed. Nothing has changed.',
}

/** Makes a change and prints what it did, or why it is not possible. */
function changed(change: (ctx: ChangeContext) => Promise<string>): Promise<number> {
  return withChanges((ctx) => explained(REASONS, async () => console.log(await change(ctx))))
}

async function printList(db: Database): Promise<number> {
  let before: number | undefined
  for (let more = true; more; ) {
    const found = await listNewsletters(db, { before })
    if (before === undefined && found.newsletters.length === 0) console.log('There are no newsletters.')
    for (const { id, state, name, languages, selected, startsAt } of found.newsletters)
      console.log(
        `${String(id).padStart(5)}  ${state.padEnd(9)}  ${startsAt ?? '-'.padEnd(24)}  ${languages.join(' ').padEnd(8)}  ${count(selected, 'reader').padStart(15)}  ${printable(name)}`,
      )
    before = found.newsletters.at(-1)?.id
    more = found.more
  }
  return 0
}

async function print(db: Database, id: number): Promise<void> {
  const { name, state, texts, fallbackLanguage, audience, messagesPerMinute, startsAt, figures } = await showNewsletter(db, id)
  console.log(
    `${printable(name)}: ${state}${startsAt ? `, from ${startsAt}` : ''}, ${count(messagesPerMinute, 'message')} a minute`,
  )
  for (const { language, subject } of texts) console.log(`${language}  ${printable(subject)}`)
  console.log(`Readers whose language is missing: ${fallbackLanguage ? `text in ${fallbackLanguage}` : 'left out'}`)
  const chosen = Object.entries({ ...audience, titles: audience.titles.map(({ key }) => key) })
  for (const [what, values] of chosen) console.log(`${what.padEnd(12)} ${values.length > 0 ? values.join(', ') : 'all'}`)
  for (const [what, figure] of Object.entries(figures)) console.log(`${what.padEnd(12)} ${figure}`)
}
