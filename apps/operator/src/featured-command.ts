import { featuredSetOf, featuredTitles, setFeaturedTitles } from '@kiosk/backend/catalogue/featured-titles'
import type { ChangeContext } from '@kiosk/backend/context'
import type { Database } from '@kiosk/backend/db/connect'
import { DATA_ENVIRONMENT, type DeclareCommand, withExitCode } from './command.ts'
import { parser } from './parse-values.ts'
import { withChanges, withDatabase } from './with-database.ts'

const MOST_TITLES = 40

export const declare: DeclareCommand = (command) => {
  command
    .description(
      'The titles whose current issues are the row of covers on the home page, in the given order. Without titles, the home page shows the newest.',
    )
    .addHelpText('afterAll', DATA_ENVIRONMENT)
  const market = parser(featuredSetOf, 'Markets are AT, DE, CH and LU.')
  const action = (name: string, description: string) =>
    command
      .command(name)
      .description(description)
      .argument('<MARKET>', 'AT, DE, CH or LU; Austria and Luxembourg share one row', market)
  action('list', 'Lists the titles of the row with their issues.').action(
    withExitCode((set) => withDatabase((db) => print(db, set))),
  )
  action('set', 'Replaces the row by these titles.')
    .argument('<TITLE...>', `key of a title, as in the address /magazines/KEY; at most ${MOST_TITLES}`)
    .action(
      withExitCode(async (set, keys, _options, command) => {
        if (keys.length > MOST_TITLES) return command.error(`error: at most ${MOST_TITLES} titles`)
        const repeated = keys.filter((key, index) => keys.indexOf(key) !== index)
        if (repeated.length === 0) return withChanges((ctx) => replace(ctx, set, keys))
        console.error(`Named twice: ${repeated.join(', ')}. Nothing has changed.`)
        return 1
      }),
    )
  action('clear', 'Removes the choice: the home page shows the newest titles.').action(
    withExitCode((set) => withChanges((ctx) => replace(ctx, set, []))),
  )
}

type FeaturedSet = Parameters<typeof featuredTitles>[1]

async function replace(ctx: ChangeContext, set: FeaturedSet, keys: string[]): Promise<number> {
  const change = { actor: ctx.actor, at: ctx.now() }
  const unknown = await ctx.db.transaction().execute((trx) => setFeaturedTitles(trx, set, keys, change))
  if (unknown.length === 0) return print(ctx.db, set)
  console.error(`There are no titles with the keys ${unknown.join(', ')}. Nothing has changed.`)
  return 1
}

async function print(db: Database, set: FeaturedSet): Promise<number> {
  const titles = await featuredTitles(db, set)
  if (titles.length === 0) console.log('No titles are chosen: the home page shows the newest.')
  for (const [index, { key, name, issue }] of titles.entries())
    console.log(
      `${String(index + 1).padStart(2)}  ${key.padEnd(30)} ${name}${issue === null ? ' (no issue, not shown)' : `, ${issue}`}`,
    )
  return 0
}
