import { ApiError } from '@kiosk/domain/errors'
import * as declared from '@kiosk/domain/staff/newsletter-endpoints'
import { recordAudit } from '../audit/record-audit.ts'
import { renderEmail } from '../emails/render-email.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { defineDeskHandler } from '../staff/desk-handler.ts'
import { countReaders, storedAudience } from './audience.ts'
import { changeNewsletter, createNewsletter, deleteNewsletter, newsletterSubject } from './draft.ts'
import * as featured from './featured-content.ts'
import { newsletterEmail, readContent } from './newsletter-email.ts'
import { listNewsletters, lockNewsletter, showNewsletter, textsOf } from './newsletter-queries.ts'
import * as steer from './steer-newsletter.ts'

export const list = defineDeskHandler(declared.newsletters, ({ ctx, input }) => listNewsletters(ctx.db, input))

export const show = defineDeskHandler(declared.newsletter, ({ ctx, input }) => showNewsletter(ctx.db, input.id))

export const create = defineDeskHandler(declared.createNewsletter, async ({ ctx, session, input }) => ({
  id: await createNewsletter(ctx, input, session.name),
}))

export const change = defineDeskHandler(declared.changeNewsletter, async ({ ctx, input: { id, revision, ...draft } }) => {
  await changeNewsletter(ctx, id, draft, revision)
  return undefined
})

export const remove = defineDeskHandler(declared.deleteNewsletter, async ({ ctx, input }) => {
  await deleteNewsletter(ctx, input.id)
  return undefined
})

export const count = defineDeskHandler(declared.countAudience, async ({ ctx, input }) =>
  countReaders(ctx.db, await storedAudience(ctx.db, input.audience), input, ctx.now()),
)

/** Shows the newsletter to a reader without a name, who sees what everybody in the market may see. */
export const preview = defineDeskHandler(declared.previewNewsletter, async ({ ctx, input }) => {
  const texts = input.texts.filter(({ subject, body }) => subject !== '' || body.trim() !== '')
  const hasText = texts.some(({ language }) => language === input.language)
  const language = hasText ? input.language : input.fallbackLanguage
  const content = await readContent(ctx.db, { texts, featured: input.featured }, ctx.publicUrl)
  const reader = { email: '', firstname: '', regionId: input.market, showsAgeRestricted: false, token: null }
  const written = language && newsletterEmail(content, { ...reader, language }, ctx)
  if (!written) return { email: null }
  const { subject, html, text } = renderEmail(written)
  return { email: { subject, html, text } }
})

export const findFeatured = defineDeskHandler(declared.findFeatured, async ({ ctx, input }) => ({
  found: await featured.findFeatured(ctx.db, input.search),
}))

export const test = defineDeskHandler(declared.testNewsletter, async ({ ctx, actor, session, input }) => {
  await ctx.db.transaction().execute(async (trx) => {
    const stored = await lockNewsletter(trx, input.id)
    const text = (await textsOf(trx, input.id)).find(({ language }) => language === input.language)
    if (!text || text.subject === '' || text.body.trim() === '') throw new ApiError('newsletter_incomplete', 'texts')
    const email = {
      letter: 'newsletter-test',
      newsletterId: input.id,
      staffId: session.staffId,
      language: input.language,
    } as const
    await enqueue(trx, 'letter', email)
    const subject = newsletterSubject(stored)
    await recordAudit(trx, actor, ctx.now(), { action: 'newsletter.tested', subject, after: { language: input.language } })
  })
  return undefined
})

export const send = defineDeskHandler(declared.sendNewsletter, async ({ ctx, input: { id, startsAt, ...options } }) => {
  await steer.sendNewsletter(ctx, id, { ...options, startsAt: startsAt === null ? null : new Date(startsAt) })
  return undefined
})

export const unschedule = defineDeskHandler(declared.unscheduleNewsletter, async ({ ctx, input }) => {
  await steer.unscheduleNewsletter(ctx, input.id)
  return undefined
})

export const pause = defineDeskHandler(declared.pauseNewsletter, async ({ ctx, input }) => {
  await steer.pauseNewsletter(ctx, input.id)
  return undefined
})

export const resume = defineDeskHandler(declared.resumeNewsletter, async ({ ctx, input }) => {
  await steer.resumeNewsletter(ctx, input.id)
  return undefined
})

export const stop = defineDeskHandler(declared.stopNewsletter, async ({ ctx, input }) => {
  await steer.stopNewsletter(ctx, input.id)
  return undefined
})

export const resend = defineDeskHandler(declared.resendUncertain, async ({ ctx, input }) => {
  await steer.resendUncertain(ctx, input.id)
  return undefined
})
