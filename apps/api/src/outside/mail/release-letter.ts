import { oneClickUnsubscribe } from '@kiosk/domain/accounts/registration-endpoints'
import { issueCover } from '@kiosk/domain/catalogue/endpoints'
import { type AwaitedIssue, awaitedIssue } from '../../accounts/awaited-issue.ts'
import { apiAddress } from '../../api-address.ts'
import { detailLine } from '../../catalogue/present-issue.ts'
import type { House } from '../../house.ts'
import { issueToken } from '../../session/one-time-tokens.ts'
import type { Block } from './letter.ts'
import { letterPaper } from './letter-paper.ts'
import type { Written } from './write-letter.ts'

/** Height as drawn, and as shown: sharp on dense screens. Pixels. */
const COVER = { drawn: 416, shown: 280 } as const

/** A new issue of a favourite title; null where its reader may not see it, or does not want to hear of it, any more. */
export async function releaseLetter(job: { accountId: number; issueId: number }, house: House): Promise<Written | null> {
  const awaited = await awaitedIssue(job, house)
  if (!awaited?.account.send_release_newsletter || awaited.account.mail_bounced_at) return null
  const { account, region, issue } = awaited

  const paper = letterPaper(house, account.language)
  const { say, page, language } = paper
  const detail = detailLine(issue, { language, region })
  const address = page('issue', { id: issue.uid })
  const token = await issueToken(house.db, {
    purpose: 'unsubscribe',
    accountId: account.id,
    data: { list: 'releases' },
    now: house.now(),
  })
  const unsubscribe = house.publicUrl + apiAddress(oneClickUnsubscribe, { token })
  const named = { title: issue.titleName, issue: issue.name }
  return {
    to: account.email,
    paper,
    headers: {
      'List-Id': `<releases.${new URL(house.publicUrl).hostname}>`,
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    letter: {
      language,
      subject: say('release.SUBJECT', named),
      title: say('release.TITLE'),
      blocks: [
        { kind: 'greeting', text: paper.greeting(account) },
        { kind: 'paragraph', text: say('release.BODY', named) },
        {
          kind: 'issue',
          title: issue.titleName,
          detail,
          headline: issue.headline,
          address,
          cover: coverOf(issue, say('release.COVER', named), house),
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

/** Mail programs ask for pictures as strangers, from anywhere: a cover that not everybody may see stays away. */
function coverOf(issue: AwaitedIssue['issue'], alt: string, { publicUrl }: House): (Block & { kind: 'issue' })['cover'] {
  if (!issue.coverForAll) return null
  return {
    address: publicUrl + apiAddress(issueCover, { uid: issue.uid }, { coverheight: COVER.drawn, v: issue.revision }),
    width: Math.round((COVER.shown * issue.cover_width) / issue.cover_height),
    height: COVER.shown,
    colour: issue.cover_colour,
    alt,
  }
}
