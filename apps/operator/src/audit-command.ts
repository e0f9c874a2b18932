import { auditCsv } from '@kiosk/backend/audit/audit-csv'
import { findEntries } from '@kiosk/backend/audit/find-entries'
import { hasHead, verifyAudit } from '@kiosk/backend/audit/verify-audit'
import type { Database } from '@kiosk/backend/db/connect'
import { count } from '@kiosk/backend/format-count'
import { printable } from '@kiosk/backend/printable'
import { auditActions } from '@kiosk/domain/staff/audit-actions'
import { DATA_ENVIRONMENT, type DeclareCommand, withExitCode } from './command.ts'
import { parser, wholeNumber } from './parse-values.ts'
import { withDatabase } from './with-database.ts'

const MOST_LINES = 1000

type Head = { id: number; hash: string }

export const declare: DeclareCommand = (command) => {
  command
    .description(
      `The audit log: every change that a person made at the desk or with these commands. Entries are never changed or deleted, and
      each contains the hash of the one before it.`,
    )
    .addHelpText('afterAll', DATA_ENVIRONMENT)
  command
    .command('list')
    .description('Lists entries, newest first.')
    .argument('[WORDS]', 'words of the person, the action, the subject or the reason', '')
    .option('--action <ACTION>', auditActions.join(', '), '')
    .option('--lines <N>', `1 to ${MOST_LINES}`, wholeNumber(MOST_LINES), 50)
    .action(withExitCode((search, { action, lines }) => withDatabase((db) => list(db, { search, action }, lines))))
  command
    .command('export')
    .description('Writes all entries as CSV with their hashes to the standard output.')
    .action(withExitCode(() => withDatabase(writeCsv)))
  command
    .command('verify')
    .description(
      `Computes all hashes again. Prints the last entry with its hash; keep it elsewhere: "--head" proves later that no entry up
      to it was changed or removed. Exit code 1 if an entry does not match.`,
    )
    .option('--head <ID:HASH>', 'as printed earlier', parser(headOf, 'Expected the number of an entry and its hash: 42:0f3a…'))
    .action(withExitCode(({ head }) => withDatabase((db) => verify(db, head))))
}

function headOf(typed: string): Head | null {
  const [, id, hash] = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(typed) ?? []
  return id && hash ? { id: Number(id), hash } : null
}

async function list(db: Database, filter: { search: string; action: string }, lines: number): Promise<number> {
  const entries = await findEntries(db, filter).limit(lines).execute()
  for (const { id, at, actor, source, action, subject, before, after, reason } of entries) {
    const change = [before, after].map((values) => (values ? printable(JSON.stringify(values)) : '–')).join(' → ')
    const why = reason ? ` (${printable(reason)})` : ''
    console.log(
      `${id} ${at.toISOString()} ${printable(actor)}@${printable(source)} ${action} ${printable(subject)}: ${change}${why}`,
    )
  }
  if (entries.length === 0) console.log('No such entries.')
  return 0
}

async function writeCsv(db: Database): Promise<number> {
  for await (const piece of auditCsv(db, { search: '', action: '' })) process.stdout.write(piece)
  return 0
}

async function verify(db: Database, earlier: Head | undefined): Promise<number> {
  const { entries, head, firstWrong } = await verifyAudit(db)
  if (firstWrong !== null) {
    console.error(`Entry ${firstWrong} was changed, or an entry before it is missing.`)
    return 1
  }
  if (earlier && !(await hasHead(db, earlier))) {
    console.error(`Entry ${earlier.id} does not have this hash: the log was replaced or cut off.`)
    return 1
  }
  console.log(`${count(entries, 'entry', 'entries')}, none changed.`)
  if (head) console.log(`Last entry: ${head.id}:${head.hash}`)
  return 0
}
