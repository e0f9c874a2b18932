import { isShippedShown } from '@kiosk/domain/content/text-document'
import { dayInVienna } from '@kiosk/domain/day'
import { ApiError } from '@kiosk/domain/errors'
import { type Language, languages } from '@kiosk/domain/locale'
import { DEFAULT_REGION } from '@kiosk/domain/regions'
import * as declared from '@kiosk/domain/staff/content-endpoints'
import { type Kysely, sql, type Transaction } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { catalogueDay } from '../catalogue/title-visibility.ts'
import type { AppContext } from '../context.ts'
import type { DB } from '../db/schema.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { defineDeskHandler } from '../staff/desk-handler.ts'
import { shownHtml } from './document-queries.ts'
import { publishContent } from './publish-content.ts'
import type { DocumentFile } from './read-content.ts'
import { documentKeys, htmlOf, isDocumentKey, TextFault, writtenDocument } from './read-document.ts'
import { shippedDocument, shippedMarkdown } from './shipped-documents.ts'
import { textValues } from './text-values.ts'

declare module '../jobs/job.ts' {
  interface Jobs {
    /** Lets all servers drop their cached texts when an edition begins to be shown. */
    'edition-begins': Record<string, never>
  }
}

export const texts = defineDeskHandler(declared.texts, async ({ ctx, language }) => {
  const now = ctx.now()
  const own = await ctx.db
    .selectFrom('documents')
    .select(['key', 'language', 'region_id', 'version', 'title', 'shown_from'])
    .orderBy('version', 'desc')
    .execute()
  const general = documentKeys.map((key) => ({ key: key as string, region: null as number | null }))
  const ofMarkets = own.flatMap(({ key, region_id }) => (region_id === null ? [] : [{ key, region: region_id }]))
  const names = [...new Map([...general, ...ofMarkets].map((each) => [`${each.key} ${each.region}`, each])).values()]
  return {
    texts: names.map(({ key, region }) => {
      const editions = own.filter((each) => each.key === key && each.region_id === region)
      const shown = (of: Language) => editions.find((each) => each.language === of && beginOf(each) <= now)
      const isShipped = isShippedShown(key, ctx.operator)
      const shipped = (of: Language) => (region === null && isDocumentKey(key) ? shippedDocument(key, of) : undefined)
      const later = editions.map(beginOf).filter((begin) => begin > now)
      return {
        key,
        region,
        title: (shown(language) ?? shipped(language) ?? editions[0])?.title ?? key,
        versions: Object.fromEntries(
          languages.map((of) => {
            const found = shown(of) ?? (isShipped ? shipped(of) : undefined)
            return [of, found ? { version: found.version, isOwn: shown(of) !== undefined } : null]
          }),
        ) as Record<Language, { version: string; isOwn: boolean } | null>,
        nextAt: later.sort((a, b) => a.getTime() - b.getTime())[0]?.toISOString() ?? null,
      }
    }),
  }
})

export const textEditions = defineDeskHandler(declared.textEditions, async ({ ctx, language, input }) => {
  const { key, region = null } = input
  if (!isDocumentKey(key)) throw new ApiError('not_found', 'key')
  const now = ctx.now()
  const own = await editionsOf(ctx.db, key, region)
  const isShipped = region === null && isShippedShown(key, ctx.operator)
  const shownIds = new Map(languages.map((of) => [of as string, shownOf(own, of, now)?.id]))
  return {
    name: (shownOf(own, language, now) ?? shippedDocument(key, language)).title,
    shown: Object.fromEntries(
      languages.map((of) => {
        const found = shownOf(own, of, now)
        if (!found) return [of, isShipped ? { ...shippedMarkdown(key, of), edition: null } : null]
        const { title, description, version, id, markdown, html } = found
        return [of, { title, description, version, markdown: markdown ?? html, edition: id }]
      }),
    ) as Record<Language, declared.Text | null>,
    shipped: Object.fromEntries(
      languages.map((of) => {
        if (!isShipped || !shownOf(own, of, now)) return [of, null]
        const { title, description, markdown } = shippedMarkdown(key, of)
        return [of, { title, description, markdown }]
      }),
    ) as Record<Language, declared.Written | null>,
    editions: own.map((each) => ({
      id: each.id,
      language: each.language as Language,
      version: each.version,
      title: each.title,
      shownFrom: each.shown_from?.toISOString() ?? null,
      publishedAt: each.imported_at.toISOString(),
      state: stateOf(each, shownIds.get(each.language), now),
    })),
  }
})

export const textEdition = defineDeskHandler(declared.textEdition, async ({ ctx, input }) => {
  const found = await ctx.db.selectFrom('documents').selectAll().where('id', '=', input.id).executeTakeFirst()
  if (!found) throw new ApiError('not_found', 'id')
  const { title, description, markdown, html, language, version } = found
  return { title, description, markdown: markdown ?? html, language: language as Language, version }
})

export const previewText = defineDeskHandler(declared.previewText, async ({ ctx, input }) => {
  const { key, language, markdown } = input
  const { counts } = await ctx.catalogueCache.forViewer({
    country: 'AT',
    showsAgeRestricted: false,
    day: catalogueDay(ctx.now()),
  })
  const values = textValues(ctx, counts, language, DEFAULT_REGION.id)
  const written = readable(language, () => writtenDocument(key, { title: '', description: '', version: '', markdown }))
  const placeholders = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    ]),
  )
  const html = shownHtml(htmlOf(markdown), language, values)
  return { html, fault: 'fault' in written ? written.fault : null, placeholders }
})

export const publishText = defineDeskHandler(declared.publishText, async ({ ctx, actor, input }) => {
  const { key, region = null } = input
  if (!isDocumentKey(key)) throw new ApiError('not_found', 'key')
  const now = ctx.now()
  const shownFrom = input.shownFrom === undefined ? now : new Date(input.shownFrom)
  if (shownFrom < now) throw new ApiError('time_is_past', 'shownFrom')
  const version = dayInVienna(shownFrom)
  const written = languages.flatMap((language) => {
    const draft = input.texts[language]
    return draft ? [readable(language, () => writtenDocument(key, { ...draft, version }))] : []
  })
  const faults = written.flatMap((each) => ('fault' in each ? [each.fault] : []))
  if (faults.length > 0) return { faults }
  const documents = written.flatMap((each): DocumentFile[] =>
    'document' in each ? [{ ...each.document, key, language: each.language, regionId: region, shownFrom }] : [],
  )
  const errors = await publishContent(ctx.db, ctx.files, { documents, topics: [], links: [], errors: [] }, actor, async (trx) => {
    const own = await editionsOf(trx, key, region)
    for (const { language } of documents) {
      const shown = shownOf(own, language, now)
      if ((shown?.id ?? null) !== input.texts[language]!.before) throw new ApiError('changed_meanwhile')
      const same = own.find((each) => each.language === language && each.version === version)
      // An edition of the same day is corrected, but not before its time or for a later one.
      if (same && (same.id !== shown?.id || shownFrom > now)) throw new ApiError('edition_exists', 'shownFrom')
    }
    if (shownFrom > now)
      await enqueue(trx, 'edition-begins', {}, { key: `edition-begins ${shownFrom.toISOString()}`, at: shownFrom })
  })
  return {
    faults: errors.map(({ language, link = '' }) => ({ language: language!, problem: 'link-dead' as const, value: link })),
  }
})

export const withdrawEdition = defineDeskHandler(declared.withdrawEdition, async ({ ctx, actor, input }) => {
  await ctx.db.transaction().execute(async (trx) => {
    const found = await trx.deleteFrom('documents').where('id', '=', input.id).returningAll().executeTakeFirst()
    if (!found) throw new ApiError('not_found', 'id')
    if (beginOf(found) <= ctx.now()) throw new ApiError('edition_shown', 'id')
    const { key, language, version, title, region_id } = found
    await recordAudit(trx, actor, ctx.now(), {
      action: 'content.withdrawn',
      subject: { kind: 'content', id: [key, language, region_id].filter((part) => part !== null).join('.'), name: title },
      before: { version, shownFrom: beginOf(found).toISOString() },
    })
  })
  return undefined
})

/** Runs when an edition begins, because cached responses and pages show the previous one. */
export async function announceEdition({ db }: Pick<AppContext, 'db'>): Promise<void> {
  await sql`select pg_notify('catalogue', '')`.execute(db)
}

type Begin = { version: string; shown_from: Date | null }
const beginOf = ({ version, shown_from }: Begin) => shown_from ?? new Date(version)

function stateOf(edition: Begin & { id: number }, shownId: number | undefined, now: Date): declared.Edition['state'] {
  if (beginOf(edition) > now) return 'later'
  return edition.id === shownId ? 'shown' : 'earlier'
}

function editionsOf(db: Kysely<DB> | Transaction<DB>, key: string, region: number | null) {
  return db
    .selectFrom('documents')
    .selectAll()
    .where('key', '=', key)
    .where('region_id', region === null ? 'is' : '=', region)
    .orderBy('version', 'desc')
    .orderBy('language')
    .execute()
}

function shownOf<E extends Begin & { language: string }>(editions: readonly E[], language: Language, now: Date): E | undefined {
  return editions.find((each) => each.language === language && beginOf(each) <= now)
}

type Readable = { language: Language; document: ReturnType<typeof writtenDocument> } | { fault: declared.TextFault }

function readable(language: Language, read: () => ReturnType<typeof writtenDocument>): Readable {
  try {
    return { language, document: read() }
  } catch (error) {
    if (!(error instanceof TextFault)) throw error
    return { fault: { language, problem: error.problem, value: error.value } }
  }
}
