import { apiAddress } from '@kiosk/contract/route'
import { oneClickUnsubscribe } from '@kiosk/domain/accounts/registration-endpoints'
import { issueCover } from '@kiosk/domain/catalogue/endpoints'
import type { Block } from '@kiosk/emails/email'
import { type AwaitedIssue, awaitedIssue } from '../accounts/awaited-issue.ts'
import { issueToken } from '../auth/one-time-tokens.ts'
import { detailLine } from '../catalogue/present-issue.ts'
import type { AppContext } from '../context.ts'
import { type ComposedEmail, emailDocument } from '../emails/email-document.ts'

/** Height of the file, and on the screen: sharp on high-resolution displays. Pixels. */
const COVER = { rendered: 416, shown: 280 } as const

/** Composes the e-mail about a new issue of a favourite title; null if its reader may no longer see it or has unsubscribed. */
export async function releaseEmail(job: { accountId: number; issueId: number }, ctx: AppContext): Promise<ComposedEmail | null> {
  const awaited = await awaitedIssue(job, ctx)
  if (!awaited?.account.send_release_newsletter || awaited.account.mail_bounced_at) return null
  const { account, issue } = awaited

  const document = emailDocument(ctx, account)
  const { say, page, language } = document
  const detail = detailLine(issue, document)
  const address = page('issue', { id: issue.uid })
  const token = await issueToken(ctx.db, {
    purpose: 'unsubscribe',
    accountId: account.id,
    data: { list: 'releases' },
    now: ctx.now(),
  })
  const unsubscribe = ctx.publicUrl + apiAddress(oneClickUnsubscribe, { token })
  const named = { title: issue.titleName, issue: issue.name }
  return {
    to: account.email,
    document,
    headers: {
      'List-Id': `<releases.${new URL(ctx.publicUrl).hostname}>`,
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    email: {
      language,
      subject: say('release.SUBJECT', named),
      title: say('release.TITLE'),
      blocks: [
        { kind: 'greeting', text: document.greeting(account) },
        { kind: 'paragraph', text: say('release.BODY', named) },
        {
          kind: 'issue',
          title: issue.titleName,
          detail,
          headline: issue.headline,
          address,
          cover: coverOf(issue, say('release.COVER', named), ctx),
        },
        { kind: 'button', label: say('release.BUTTON'), address },
      ],
      reason: say('release.REASON', named),
      links: [
        { label: say('release.UNSUBSCRIBE'), address: page('releasesUnsubscribe', { email: account.email }) },
        { label: say('release.SETTINGS'), address: page('account', { edit: 'releases' }) },
      ],
    },
  }
}

/** Mail programs request images without a session and from any country, so a restricted cover is omitted. */
function coverOf(
  issue: AwaitedIssue['issue'],
  alt: string,
  { publicUrl }: Pick<AppContext, 'publicUrl'>,
): (Block & { kind: 'issue' })['cover'] {
  if (!issue.coverForAll) return null
  const picture = { coverheight: COVER.rendered, v: issue.revision, format: 'jpeg' }
  return {
    address: publicUrl + apiAddress(issueCover, { uid: issue.uid }, picture),
    width: Math.round((COVER.shown * issue.cover_width) / issue.cover_height),
    height: COVER.shown,
    colour: issue.cover_colour,
    alt,
  }
}
