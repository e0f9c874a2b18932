import type { Email } from '@kiosk/emails/email'
import { emailText } from '@kiosk/emails/text-email'
import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import type { ComposedEmail } from './email-document.ts'
import type { EmailJob } from './email-jobs.ts'

// What customer care sees of the e-mails to a reader (ADR-0208).

const HIDDEN = '…'

/**
 * Records an e-mail that was sent to a reader, without its secrets. Notices of new issues have their own table. Never throws,
 * because the e-mail is sent, and another attempt would send it twice.
 */
export async function recordSentEmail(job: EmailJob, { to, email, document }: ComposedEmail, ctx: AppContext): Promise<void> {
  if (job.letter === 'release') return
  const { resumes: _, ...again } = job
  try {
    const body = hideLinks(emailText(withoutCodes(email), document.head))
    // Without a row if the account was erased while the e-mail was sent.
    await sql`insert into sent_emails (account_id, letter, job, recipient, subject, body, sent_at)
      select id, ${job.letter}, ${JSON.stringify(again)}::jsonb, ${to}, ${email.subject}, ${body}, ${ctx.now()}
      from accounts where id = ${accountOf(job)}`.execute(ctx.db)
  } catch (err) {
    ctx.log.warn({ event: 'email.not-recorded', template: job.letter, err }, 'sent e-mail could not be recorded')
  }
}

function accountOf(job: EmailJob) {
  if ('accountId' in job) return sql`${job.accountId}::bigint`
  if ('declarationId' in job) return sql`(select account_id from termination_declarations where id = ${job.declarationId})`
  return sql`null::bigint`
}

/** Removes codes that sign in. */
function withoutCodes(email: Email): Email {
  return { ...email, blocks: email.blocks.map((block) => (block.kind === 'code' ? { ...block, text: HIDDEN } : block)) }
}

/** Hides addresses of links, which may contain a token that signs in or decides something. */
function hideLinks(text: string): string {
  return text.replace(/(https?:\/\/[^\s/?#]+)[/?#]\S*/g, `$1/${HIDDEN}`)
}
