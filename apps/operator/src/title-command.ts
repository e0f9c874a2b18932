import { changeTitle, createTitle, importTitleFields, setTitlePlans } from '@kiosk/backend/catalogue/shelf/change-title'
import { findTitles, showTitle } from '@kiosk/backend/catalogue/shelf/find-titles'
import { setLeavingDay } from '@kiosk/backend/catalogue/shelf/leaving'
import { findPublishers } from '@kiosk/backend/catalogue/shelf/publishers'
import type { Database } from '@kiosk/backend/db/connect'
import { count } from '@kiosk/backend/format-count'
import { printable } from '@kiosk/backend/printable'
import { dayInUtc } from '@kiosk/domain/day'
import { ApiError } from '@kiosk/domain/errors'
import { REASON_LENGTH } from '@kiosk/domain/staff/limits'
import { TitleFields } from '@kiosk/domain/staff/shelf-title-endpoints'
import { FREE_SUBSCRIPTION_ID, plans } from '@kiosk/domain/subscriptions/plans'
import { DATA_ENVIRONMENT, type DeclareCommand, withExitCode } from './command.ts'
import { day, parser, reason } from './parse-values.ts'
import { change, fieldValue } from './shelf-changes.ts'
import { printLines, withDatabase } from './with-database.ts'

const { publisherId, ...SHAPE } = TitleFields.shape
const FIELDS = ['publisher', ...Object.keys(SHAPE)].join(', ')

const planId = parser(
  (typed) => [FREE_SUBSCRIPTION_ID, ...plans.map((each): number => each.subscriptionId)].find((id) => String(id) === typed),
  '1 is FREE; "price list" shows the numbers of the other plans.',
)

export const declare: DeclareCommand = (command) => {
  command
    .description(
      'Titles: their metadata, the plans that open them, and their last day. Imports do not change a field that was set here or at the desk.',
    )
    .addHelpText('afterAll', DATA_ENVIRONMENT)
  const why = ['--why <REASON>', 'reason, for the audit log', reason(REASON_LENGTH)] as const
  const about = (name: string, description: string) =>
    command.command(name).description(description).argument('<TITLE>', 'key of the title, as in the address /title/KEY')
  command
    .command('list')
    .description('Lists titles by name.')
    .argument('[WORDS...]', 'words of name, key or publisher')
    .action(withExitCode((words) => withDatabase((db) => list(db, words.join(' ')))))
  about('show', 'Shows the fields of a title.').action(withExitCode((key) => printLines((db) => lines(db, key))))
  about('create', 'Creates a title. Readers see it with its first issue.')
    .argument('<NAME>', 'its name')
    .requiredOption('--kind <KIND>', 'magazine or newspaper')
    .requiredOption('--language <LANGUAGE>', 'de, en, fr or another')
    .requiredOption('--categories <UIDS>', 'uids of its categories, with commas')
    .action(
      withExitCode((key, name, { kind, language, categories }) =>
        change(async (ctx) => {
          const value = (field: keyof typeof SHAPE, typed: string) => fieldValue(SHAPE, field, typed) as never
          await createTitle(ctx, {
            key,
            name: value('name', name),
            kind: value('kind', kind),
            language: value('language', language),
            categories: value('categories', categories),
          })
          return `${key} was created.`
        }),
      ),
    )
  about('set', 'Sets a field of a title.')
    .argument('<FIELD>', FIELDS)
    .argument('<VALUE>', 'its value; none for no value, commas in lists, yes or no')
    .option(...why)
    .action(
      withExitCode((key, field, typed, { why }) =>
        change(async (ctx) => {
          const changes = await changesOf(ctx.db, field, typed)
          const { after } = await changeTitle(ctx, key, { changes, reason: why })
          return Object.keys(after).length > 0 ? `${field} is set.` : 'Nothing changes.'
        }),
      ),
    )
  about('plans', 'Sets the plans that open a title; default: the plans of its kind. Readers’ rights change at once.')
    .argument('[PLAN...]', 'numbers of plans', (typed: string, known: number[] | undefined) => [...(known ?? []), planId(typed)])
    .requiredOption(...why)
    .action(
      withExitCode((key, chosen, { why }) =>
        change(async (ctx) => {
          const ids = chosen as number[] | undefined
          await setTitlePlans(ctx, key, { plans: ids?.length ? ids : null, reason: why })
          return ids?.length ? `Plans ${ids.join(', ')} open the title.` : 'The plans of its kind open the title.'
        }),
      ),
    )
  about('leaves', 'Sets the last day of a title. Its readers get an e-mail two weeks before, or in an hour.')
    .argument('<DAY>', 'its last day, 2026-12-31', day)
    .requiredOption(...why)
    .action(
      withExitCode((key, last, { why }) =>
        change(async (ctx) => {
          await setLeavingDay(ctx, key, { day: dayInUtc(last), reason: why })
          return `${key} leaves after ${dayInUtc(last)}.`
        }),
      ),
    )
  about('stays', 'Withdraws the last day of a title.')
    .requiredOption(...why)
    .action(
      withExitCode((key, { why }) =>
        change(async (ctx) => {
          await setLeavingDay(ctx, key, { day: null, reason: why })
          return `${key} stays.`
        }),
      ),
    )
  about('reimport', 'Lets imports change fields of a title again.')
    .argument('<FIELD...>', FIELDS)
    .action(
      withExitCode((key, fields) =>
        change(async (ctx) => {
          const names = fields.map((name) => (name === 'publisher' ? 'publisherId' : name))
          await importTitleFields(ctx, key, names)
          return 'Imports may change these fields.'
        }),
      ),
    )
}

async function changesOf(db: Database, field: string, typed: string): Promise<Partial<TitleFields>> {
  if (field !== 'publisher') return { [field]: fieldValue(SHAPE, field as keyof typeof SHAPE, typed) } as Partial<TitleFields>
  if (typed === 'none') return { publisherId: null }
  const { publishers } = await findPublishers(db, { search: typed })
  const publisher = publishers.find(({ name }) => name.toLowerCase() === typed.toLowerCase())
  if (!publisher) throw new ApiError('not_found', 'publisher')
  return { publisherId: publisher.id }
}

async function list(db: Database, search: string): Promise<number> {
  let after: string | undefined
  for (let more = true; more; ) {
    const found = await findTitles(db, { search, state: 'all', order: 'name', after }, new Date())
    for (const { key, name, kind, issues, newest, availableUntil } of found.titles) {
      const until = availableUntil === null ? '' : `, until ${availableUntil}`
      console.log(
        `${key.padEnd(30)} ${printable(name)} (${kind}), ${count(issues, 'issue')}${newest ? `, newest ${newest}` : ''}${until}`,
      )
    }
    after = found.titles.at(-1)?.key
    more = found.more
  }
  return 0
}

async function lines(db: Database, key: string): Promise<string[]> {
  const title = await showTitle(db, key).catch((error: unknown) => {
    if (error instanceof ApiError) return null
    throw error
  })
  if (!title) return ['There is no such title.']
  const { fields, publisher, plans: own, leaving, deskFields, followers, issues } = title
  const { publisherId, ...rest } = fields
  const shown: Record<string, unknown> = { ...rest, publisher, plans: own ?? 'those of its kind' }
  return [
    ...Object.entries(shown).map(([name, value]) => `${name.padEnd(14)} ${printable(String(value ?? '–'))}`),
    `${'issues'.padEnd(14)} ${Object.entries(issues)
      .map(([state, count]) => `${count} ${state}`)
      .join(', ')}`,
    `${'followers'.padEnd(14)} ${followers}`,
    `${'last day'.padEnd(14)} ${leaving ? `${leaving.day}; readers notified: ${leaving.notified}` : '–'}`,
    `${'set at desk'.padEnd(14)} ${deskFields.join(', ') || '–'}`,
  ]
}
