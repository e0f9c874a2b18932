import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import type { EmailJob } from '../../emails/email-jobs.ts'
import { waitingEmails } from '../../jobs/testing/jobs.ts'

/** Lists the names of queued e-mails to an account, oldest first. */
export async function emailsFor(db: Database, accountId: number): Promise<string[]> {
  const emails = await waitingEmails(db)
  return emails.flatMap((each) => ('accountId' in each && each.accountId === accountId ? each.letter : []))
}

/** Finds the last queued e-mail of a name. */
export async function lastEmail<Name extends EmailJob['letter']>(db: Database, name: Name) {
  const found = (await waitingEmails(db)).findLast((each) => each.letter === name)
  if (!found) throw new Error(`no e-mail ${name} waits`)
  return found as Extract<EmailJob, { letter: Name }>
}

/** Sums the lines of an issued document in the database. */
export async function sumsOfLines(db: Database, number: string) {
  const { rows } = await sql<{ net: number; tax: number; gross: number }>`
    select sum(l.net)::int as net, sum(l.tax)::int as tax, sum(l.gross)::int as gross
    from invoice_lines l join invoices i on i.id = l.invoice_id where i.number = ${number}`.execute(db)
  return rows[0]!
}
