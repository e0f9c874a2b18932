import { oneClickUnsubscribe } from '@kiosk/domain/accounts/registration-endpoints'
import { issueCover } from '@kiosk/domain/catalogue/endpoints'
import { DEFAULT_REGION, regionById } from '@kiosk/domain/regions'
import { apiAddress } from '../../api-address.ts'
import { detailLine } from '../../catalogue/present-issue.ts'
import { maySee, RESTRICTED_FROM } from '../../catalogue/shelf-view.ts'
import type { House } from '../../house.ts'
import { issueToken } from '../../session/one-time-tokens.ts'
import type { Block } from './letter.ts'
import { letterPaper } from './letter-paper.ts'
import type { Written } from './write-letter.ts'

/** Height as drawn, and as shown: sharp on dense screens. Pixels. */
const COVER = { drawn: 416, shown: 280 } as const

/** A new issue of a favourite title; null where its reader may not see it, or does not want to hear of it, any more. */
export async function releaseLetter(job: { accountId: number; issueId: number }, house: House): Promise<Written | null> {
  const { account, issue } = (await readerAndIssue(job, house)) ?? {}
  if (!account || !issue) return null
  const region = regionById(account.region_id) ?? DEFAULT_REGION
  const day = house.now().toISOString().slice(0, 10)
  const title = { shownIn: issue.shown_in, ageRating: issue.age_rating, availableUntil: issue.available_until }
  if (!maySee(title, { country: region.country, showsAgeRestricted: account.allow_age_restricted, day })) return null

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
    headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
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

/** Account and issue as they are now: still a favourite, still wanted, still on the shelf. */
async function readerAndIssue({ accountId, issueId }: { accountId: number; issueId: number }, { db }: House) {
  const account = await db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', accountId)
    .where('send_release_newsletter', '=', true)
    .where('verified_at', 'is not', null)
    .where('mail_bounced_at', 'is', null)
    .executeTakeFirst()
  const issue = await db
    .selectFrom('issues')
    .innerJoin('titles', 'titles.id', 'issues.title_id')
    .innerJoin('favourites', (join) =>
      join.onRef('favourites.title_id', '=', 'titles.id').on('favourites.account_id', '=', accountId),
    )
    .selectAll('issues')
    .select(['titles.name as titleName', 'age_rating', 'shown_in', 'available_until'])
    .where('issues.id', '=', issueId)
    .executeTakeFirst()
  return account && issue && { account, issue }
}

type CoverIssue = NonNullable<Awaited<ReturnType<typeof readerAndIssue>>>['issue']

/** Mail programs ask for pictures as strangers, from anywhere: a cover that not everybody may see stays away. */
function coverOf(issue: CoverIssue, alt: string, { publicUrl }: House): (Block & { kind: 'issue' })['cover'] {
  if (issue.shown_in || issue.age_rating >= RESTRICTED_FROM) return null
  return {
    address: publicUrl + apiAddress(issueCover, { uid: issue.uid }, { coverheight: COVER.drawn, v: issue.revision }),
    width: Math.round((COVER.shown * issue.cover_width) / issue.cover_height),
    height: COVER.shown,
    colour: issue.cover_colour,
    alt,
  }
}
