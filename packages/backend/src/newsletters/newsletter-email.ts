import { apiAddress } from '@kiosk/contract/route'
import { oneClickUnsubscribe } from '@kiosk/domain/accounts/registration-endpoints'
import { issueCover } from '@kiosk/domain/catalogue/endpoints'
import { isLanguage, type Language } from '@kiosk/domain/locale'
import type { Featured, NewsletterText } from '@kiosk/domain/staff/newsletter-endpoints'
import type { Block } from '@kiosk/emails/email'
import type { Prose } from '@kiosk/emails/prose'
import type { Kysely } from 'kysely'
import { detailLine } from '../catalogue/present-issue.ts'
import { maySee, RESTRICTED_FROM, viewerWith } from '../catalogue/title-visibility.ts'
import type { AppContext } from '../context.ts'
import type { DB } from '../db/schema.ts'
import { type ComposedEmail, emailDocument } from '../emails/email-document.ts'
import { type FeaturedIssue, loadFeatured } from './featured-content.ts'
import { featuredOf, textsOf } from './newsletter-queries.ts'
import { linkTarget, readMarkdown } from './read-markdown.ts'

/** Heights of the file and on the screen, so that covers are sharp on high-resolution displays. Pixels. */
const COVER = { rendered: 416, shown: 240 } as const

type ReadText = Omit<NewsletterText, 'body'> & { body: Prose[] }
/** A newsletter, ready to be written for any reader. */
export type NewsletterContent = { texts: ReadonlyMap<Language, ReadText>; featured: FeaturedIssue[] }
/** `token`: token of the links to unsubscribe; null for a preview or a test. */
type NewsletterReader = {
  email: string
  firstname: string
  language: string
  regionId: number
  showsAgeRestricted: boolean
  token: string | null
}
type Context = Pick<AppContext, 'operator' | 'publicUrl' | 'now'>

/** Reads texts and featured issues as they are now. @throws ApiError newsletter_link, newsletter_image */
export async function readContent(
  db: Kysely<DB>,
  { texts, featured }: { texts: readonly NewsletterText[]; featured: readonly Pick<Featured, 'kind' | 'key'>[] },
  publicUrl: string,
): Promise<NewsletterContent> {
  const read = texts.map((text) => [text.language, { ...text, body: readMarkdown(text.body, publicUrl) }] as const)
  return { texts: new Map(read), featured: await loadFeatured(db, featured) }
}

export async function storedContent(db: Kysely<DB>, id: number, publicUrl: string): Promise<NewsletterContent> {
  return readContent(db, { texts: await textsOf(db, id), featured: await featuredOf(db, id) }, publicUrl)
}

/** Writes a newsletter in the language of the text for a reader; null if there is no text. */
export function newsletterEmail(content: NewsletterContent, reader: NewsletterReader, ctx: Context): ComposedEmail | null {
  const text = isLanguage(reader.language) ? content.texts.get(reader.language) : undefined
  if (!text) return null
  const recipient = { language: text.language, region_id: reader.regionId }
  const document = emailDocument(ctx, recipient)
  const { language, say, page } = document
  const viewer = viewerWith({ ...recipient, allow_age_restricted: reader.showsAgeRestricted }, ctx.now())
  const visible = content.featured.filter(({ shown_in, age_rating, available_until }) =>
    maySee({ shownIn: shown_in, ageRating: age_rating, availableUntil: available_until }, viewer),
  )
  return {
    to: reader.email,
    document,
    headers: headersOf(reader, ctx),
    email: {
      language,
      subject: text.subject,
      ...(text.preheader !== '' && { preheader: text.preheader }),
      title: text.subject,
      blocks: [
        { kind: 'greeting', text: document.greeting(reader) },
        { kind: 'prose', content: text.body },
        ...visible.map((issue) => featuredBlock(issue, { document, ctx })),
        ...(text.buttonLabel !== '' && text.buttonAddress !== ''
          ? [{ kind: 'button', label: text.buttonLabel, address: linkTarget(text.buttonAddress, ctx.publicUrl) } as const]
          : []),
      ],
      reason: say('newsletter.REASON'),
      links: [
        {
          label: say('newsletter.UNSUBSCRIBE'),
          address: page('newsletterUnsubscribe', reader.token === null ? {} : { token: reader.token }),
        },
        { label: say('newsletter.SETTINGS'), address: page('account', { edit: 'newsletter' }) },
      ],
    },
  }
}

/** One-click unsubscribe (RFC 8058), and the list (RFC 2919). */
function headersOf({ token }: NewsletterReader, { publicUrl }: Context): Record<string, string> {
  const list = { 'List-Id': `<newsletter.${new URL(publicUrl).hostname}>`, Precedence: 'bulk' }
  if (token === null) return list
  return {
    ...list,
    'List-Unsubscribe': `<${publicUrl}${apiAddress(oneClickUnsubscribe, { token })}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

type BlockContext = { document: ComposedEmail['document']; ctx: Context }

/** Mail programs load covers without a session and from any country, so a restricted one is omitted. All readers get one address. */
function featuredBlock(issue: FeaturedIssue, { document, ctx }: BlockContext): Block {
  const { say, page } = document
  const isPublic = !issue.shown_in && issue.age_rating < RESTRICTED_FROM
  const picture = { coverheight: COVER.rendered, v: issue.revision, format: 'jpeg' }
  return {
    kind: 'issue',
    title: issue.titleName,
    detail: detailLine(issue, document),
    headline: issue.isTitle ? issue.titleDescription : issue.headline,
    address: issue.isTitle ? page('title', { magazinekey: issue.titleKey }) : page('issue', { id: issue.uid }),
    linked: true,
    cover: isPublic
      ? {
          address: ctx.publicUrl + apiAddress(issueCover, { uid: issue.uid }, picture),
          width: Math.round((COVER.shown * issue.cover_width) / issue.cover_height),
          height: COVER.shown,
          colour: issue.cover_colour,
          alt: say('newsletter.COVER', { title: issue.titleName, issue: issue.name }),
        }
      : null,
  }
}
