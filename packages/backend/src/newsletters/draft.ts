import { ApiError } from '@kiosk/domain/errors'
import type { NewsletterDraft } from '@kiosk/domain/staff/newsletter-endpoints'
import type { Transaction } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { campaignAt } from '../content/read-document.ts'
import type { AppContext, ChangeContext } from '../context.ts'
import type { DB } from '../db/schema.ts'
import { storedAudience } from './audience.ts'
import { lockNewsletter, textsOf } from './newsletter-queries.ts'
import { addressesIn, linkTarget, readMarkdown } from './read-markdown.ts'

type Context = ChangeContext & Pick<AppContext, 'publicUrl' | 'operator'>

export const newsletterSubject = ({ id, name }: { id: number; name: string }) => ({ kind: 'newsletter', id, name })

/** Adds a draft and returns its id. @throws ApiError newsletter_link, newsletter_image, not_found */
export async function createNewsletter(ctx: Context, draft: NewsletterDraft, createdBy: string): Promise<number> {
  requireReadable(draft, ctx)
  const now = ctx.now()
  return ctx.db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('newsletters')
      .values({
        name: draft.name,
        fallback_language: draft.fallbackLanguage,
        ...(await storedAudience(trx, draft.audience)),
        messages_per_minute: ctx.operator.newsletter.messagesPerMinute,
        created_by: createdBy,
        created_at: now,
        changed_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeContent(trx, id, draft)
    const subject = newsletterSubject({ id, name: draft.name })
    await recordAudit(trx, ctx.actor, now, { action: 'newsletter.created', subject, after: valuesOf(draft) })
    return id
  })
}

/** Changes a draft. @throws ApiError changed_meanwhile, newsletter_state and those of `createNewsletter` */
export async function changeNewsletter(ctx: Context, id: number, draft: NewsletterDraft, revision: number): Promise<void> {
  requireReadable(draft, ctx)
  await ctx.db.transaction().execute(async (trx) => {
    const stored = await lockNewsletter(trx, id)
    if (stored.state !== 'draft') throw new ApiError('newsletter_state')
    if (stored.revision !== revision) throw new ApiError('changed_meanwhile')
    const before = { name: stored.name, fallbackLanguage: stored.fallback_language, subjects: await subjectsOf(trx, id) }
    const audience = await storedAudience(trx, draft.audience)
    await trx
      .updateTable('newsletters')
      .set({ name: draft.name, fallback_language: draft.fallbackLanguage, ...audience })
      .set({ changed_at: ctx.now(), revision: stored.revision + 1 })
      .where('id', '=', id)
      .execute()
    await trx.deleteFrom('newsletter_texts').where('newsletter_id', '=', id).execute()
    await trx.deleteFrom('newsletter_featured').where('newsletter_id', '=', id).execute()
    await writeContent(trx, id, draft)
    const subject = newsletterSubject({ id, name: draft.name })
    await recordAudit(trx, ctx.actor, ctx.now(), { action: 'newsletter.changed', subject, before, after: valuesOf(draft) })
  })
}

/** Deletes a draft. @throws ApiError newsletter_state */
export async function deleteNewsletter(ctx: ChangeContext, id: number): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const stored = await lockNewsletter(trx, id)
    if (stored.state !== 'draft') throw new ApiError('newsletter_state')
    const before = { name: stored.name, subjects: await subjectsOf(trx, id) }
    await trx.deleteFrom('newsletters').where('id', '=', id).execute()
    await recordAudit(trx, ctx.actor, ctx.now(), { action: 'newsletter.deleted', subject: newsletterSubject(stored), before })
  })
}

/**
 * Requires texts that can be sent. A campaign may still be published before that.
 * @throws ApiError newsletter_link, newsletter_image
 */
function requireReadable({ texts }: Pick<NewsletterDraft, 'texts'>, { publicUrl }: Context): void {
  for (const text of texts) {
    readMarkdown(text.body, publicUrl)
    if (text.buttonAddress !== '') linkTarget(text.buttonAddress, publicUrl)
    const ownPaths = addressesIn(text).filter((address) => address.startsWith('/'))
    if (ownPaths.some((path) => campaignAt(path) === undefined)) throw new ApiError('newsletter_link', 'texts')
  }
}

async function writeContent(trx: Transaction<DB>, newsletter_id: number, { texts, featured }: NewsletterDraft): Promise<void> {
  const written = texts.filter(({ language: _, ...parts }) => Object.values(parts).some((part) => part.trim() !== ''))
  if (written.length > 0)
    await trx
      .insertInto('newsletter_texts')
      .values(
        written.map(({ buttonLabel, buttonAddress, ...text }) => ({
          newsletter_id,
          ...text,
          button_label: buttonLabel,
          button_address: buttonAddress,
        })),
      )
      .execute()
  for (const [position, { kind, key }] of featured.entries()) {
    const found =
      kind === 'issue'
        ? await trx.selectFrom('issues').select('id').where('uid', '=', key).executeTakeFirst()
        : await trx.selectFrom('titles').select('id').where('key', '=', key).executeTakeFirst()
    if (!found) throw new ApiError('not_found', 'featured')
    await trx
      .insertInto('newsletter_featured')
      .values({ newsletter_id, position, ...(kind === 'issue' ? { issue_id: found.id } : { title_id: found.id }) })
      .execute()
  }
}

async function subjectsOf(trx: Transaction<DB>, id: number): Promise<Record<string, string>> {
  return Object.fromEntries((await textsOf(trx, id)).map(({ language, subject }) => [language, subject]))
}

/** What the audit log shows of a draft. */
function valuesOf({ name, texts, fallbackLanguage, audience, featured }: NewsletterDraft): Record<string, unknown> {
  const subjects = Object.fromEntries(texts.filter(({ subject }) => subject).map(({ language, subject }) => [language, subject]))
  return { name, subjects, fallbackLanguage, audience, featured: featured.map(({ key }) => key) }
}
