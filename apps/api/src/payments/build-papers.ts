import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { waitingLetters } from '../jobs/test-jobs.ts'
import type { LetterJob } from '../outside/mail/letters.ts'

/** Letters that wait for one account, by name; the oldest first. */
export async function lettersFor(db: Database, accountId: number): Promise<string[]> {
  const letters = await waitingLetters(db)
  return letters.flatMap((each) => ('accountId' in each && each.accountId === accountId ? each.letter : []))
}

/** The last letter of a name that waits. */
export async function lastLetter<Name extends LetterJob['letter']>(db: Database, name: Name) {
  const found = (await waitingLetters(db)).findLast((each) => each.letter === name)
  if (!found) throw new Error(`no letter ${name} waits`)
  return found as Extract<LetterJob, { letter: Name }>
}

/** The sums of an issued paper's lines, as the database adds them up. */
export async function sumsOfLines(db: Database, number: string) {
  const { rows } = await sql<{ net: number; tax: number; gross: number }>`
    select sum(l.net)::int as net, sum(l.tax)::int as tax, sum(l.gross)::int as gross
    from invoice_lines l join invoices i on i.id = l.invoice_id where i.number = ${number}`.execute(db)
  return rows[0]!
}
