import { readDataConfig } from '@kiosk/backend/config'
import { asOwner } from '@kiosk/backend/db/connect'
import { migrate } from '@kiosk/backend/db/migrate'
import { type PlannedMigration, type PlannedTable, planMigrations } from '@kiosk/backend/db/migration-plan'
import { count } from '@kiosk/backend/format-count'
import { DATA_ENVIRONMENT, type DeclareCommand, withExitCode } from './command.ts'

export const declare: DeclareCommand = (command) => {
  command
    .description(
      `Applies the migrations that this version needs and the database lacks. Programs of the version before may run meanwhile and
      afterwards, unless --plan says otherwise. A migration that waits for a table in use lets the programs continue and
      tries again.`,
    )
    .option('--plan', 'only shows which tables they lock and what they do with them, with the sizes of the tables')
    .addHelpText('after', DATA_ENVIRONMENT)
    .action(
      withExitCode(async ({ plan }) => {
        await asOwner(readDataConfig(), plan ? printPlan : apply)
        return 0
      }),
    )
}

async function apply(url: string): Promise<void> {
  let applied = 0
  await migrate(url, undefined, {
    onApplied(name) {
      applied++
      console.log(name)
    },
  })
  console.log(applied === 0 ? 'No migration is missing.' : `${applied} applied.`)
}

async function printPlan(url: string): Promise<void> {
  const { isNew, migrations } = await planMigrations(url)
  if (migrations.length === 0) console.log('No migration is missing.')
  else if (isNew) console.log(`The database is empty: all ${migrations.length} migrations would be applied.`)
  else for (const each of migrations) for (const line of linesOf(each)) console.log(line)
}

function linesOf({ name, tables, breaks, unknown, needs }: PlannedMigration): string[] {
  const lines = [
    ...tables.map(lineOf),
    ...unknown.map((statement) => `unknown: ${statement}`),
    ...breaks,
    ...(needs === null ? [] : [`afterwards, programs that do not know ${needs} must not run`]),
  ]
  return [name, ...(lines.length > 0 ? lines : ['locks no table in use']).map((line) => `  ${line}`)]
}

function lineOf({ name, bytes, rows, lock, work }: PlannedTable): string {
  const size = bytes === null ? 'not there yet' : `${formatBytes(bytes)}, ${rows === null ? 'rows unknown' : count(rows, 'row')}`
  return `${name} (${size}): ${lock}, ${work === 'none' ? 'no rewrite' : work}`
}

const KILOBYTE = 1024
const UNITS = ['kB', 'MB', 'GB', 'TB']

function formatBytes(bytes: number): string {
  const power = Math.min(Math.max(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(KILOBYTE)), 1), UNITS.length)
  return `${Math.round(bytes / KILOBYTE ** power)} ${UNITS[power - 1]}`
}
