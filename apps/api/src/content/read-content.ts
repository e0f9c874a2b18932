import { readdir, readFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { isDay } from '@kiosk/domain/iso-time'
import { pageAt } from '@kiosk/domain/page-at'
import { regionById } from '@kiosk/domain/regions'
import { featureIcons } from '@kiosk/languages/content/features'
import { unknownSlots } from '@kiosk/languages/content/house-values'
import { shippedDocuments } from '@kiosk/languages/content/shipped-documents'
import { marked } from 'marked'
import { parse } from 'yaml'
import { z } from 'zod'
import { cleanDocument } from './clean-document.ts'

/** One thing that is wrong with a folder of content, and where: a file, and a line of it where that is known. */
export type ContentFault = { file: string; reason: string }

const Day = z.preprocess(
  (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value),
  z.string().refine(isDay, 'a day like 2026-11-21'),
)
const DocumentHead = z.strictObject({ title: z.string().min(1), description: z.string().default(''), version: Day })
const TopicHead = z.strictObject({
  language: z.enum(['de', 'en', 'fr']),
  headline: z.string().min(1).max(200),
  trend: z.number().int().min(1).max(100).default(50),
  released: Day,
  /** uid of the issue. */
  issue: z.string().min(1),
  page: z.number().int().min(1).default(1),
  /** Headline of the article in the issue. */
  article: z.string().optional(),
  /** A picture beside the file. */
  image: z
    .string()
    .regex(/^[a-z0-9-]{1,80}\.(webp|png|jpg)$/)
    .optional(),
  regions: z.array(z.number().int().min(1).max(4)).optional(),
})
const LinkHead = z.strictObject({
  title: z.string().max(200).default(''),
  posted: Day,
  target: z.string().regex(/^(https:\/\/|\/(?!\/))/, 'an address that begins with https:// or /'),
  image: z
    .string()
    .regex(/^[a-z0-9-]{1,80}\.(webp|png|jpg)$/)
    .optional(),
  issue: z.string().optional(),
})

export type DocumentFile = z.infer<typeof DocumentHead> & {
  key: string
  language: 'de' | 'en' | 'fr'
  regionId: number | null
  html: string
  /** Links to paths that may be campaigns of the operator: `sommerlesen`. */
  campaigns: string[]
}
export type TopicFile = z.infer<typeof TopicHead> & { uid: string; text: string; picture: Buffer | null }
export type LinkFile = z.infer<typeof LinkHead> & { key: string; picture: Buffer | null; campaigns: string[] }
export type Content = { documents: DocumentFile[]; topics: TopicFile[]; links: LinkFile[]; faults: ContentFault[] }

const LANGUAGES = ['de', 'en', 'fr'] as const

/**
 * Reads a folder of Markdown with front matter: `documents/KEY.LANGUAGE[.REGION].md`, `topics/UID.md`, `links/KEY.md`.
 * Nothing is thrown for a wrong file: it is named among the faults, with the languages that a document lacks.
 */
export async function readContent(folder: string): Promise<Content> {
  const content: Content = { documents: [], topics: [], links: [], faults: [] }
  const note = (file: string, reason: string) => content.faults.push({ file: relative(folder, file), reason })
  for (const part of ['documents', 'topics', 'links'] as const) {
    for (const file of await markdownIn(join(folder, part))) {
      try {
        const { head, body } = split(await readFile(file, 'utf8'))
        const name = basename(file, '.md')
        if (part === 'documents') content.documents.push(documentOf(name, head, body))
        else if (part === 'topics') content.topics.push(await topicOf(name, head, body, join(folder, part)))
        else content.links.push(await linkOf(name, head, join(folder, part)))
      } catch (error) {
        note(
          file,
          error instanceof z.ZodError
            ? error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
            : (error as Error).message,
        )
      }
    }
  }
  for (const each of missingLanguages(content.documents)) note(join(folder, 'documents', each), 'is missing')
  return content
}

async function markdownIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => join(folder, name))
}

function split(text: string): { head: unknown; body: string } {
  const [, head, body] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(text) ?? []
  if (head === undefined || body === undefined) throw new Error('begins with no front matter between two lines of ---')
  return { head: withTexts(head), body: body.trim() }
}

const TEXTS = ['title', 'description', 'headline', 'article', 'issue'] as const

/** Front matter whose texts are texts: an issue may be called 12e4, a title 2026. */
function withTexts(head: string): unknown {
  const [values, written] = [parse(head) as unknown, parse(head, { schema: 'failsafe' }) as Record<string, unknown> | null]
  if (!values || typeof values !== 'object') return values
  return {
    ...values,
    ...Object.fromEntries(TEXTS.filter((name) => typeof written?.[name] === 'string').map((name) => [name, written![name]])),
  }
}

function documentOf(name: string, head: unknown, body: string): DocumentFile {
  const [, key, language, region] = /^([a-z0-9-]+)\.(de|en|fr)(?:\.(\d))?$/.exec(name) ?? []
  if (!key || !language) throw new Error('is not named KEY.LANGUAGE.md or KEY.LANGUAGE.REGION.md')
  const regionId = region === undefined ? null : (regionById(Number(region))?.id ?? null)
  if (region !== undefined && regionId === null) throw new Error(`names region ${region}, which does not exist`)
  if (!Object.hasOwn(shippedDocuments, key)) throw new Error(`has a key that no page shows: ${key}`)
  if (body === '') throw new Error('has no text')
  const html = cleanDocument(marked.parse(body, { async: false, gfm: true }))
  const read = DocumentHead.parse(head)
  const [unknown] = [read.title, read.description, body].flatMap(unknownSlots)
  if (unknown !== undefined) throw new Error(`leaves {${unknown}} open, which nothing fills`)
  const targets = [...html.matchAll(/href="(\/[^"]*)/g)].map(([, path = '']) => path)
  if (key === 'features') demandDrawings(html)
  return { ...read, campaigns: campaignsAmong(targets), key, language: language as DocumentFile['language'], regionId, html }
}

/** Which of these links lead to no page of the table but may to a campaign; throws where one leads nowhere. */
function campaignsAmong(targets: string[]): string[] {
  return targets.flatMap((target) => {
    const path = target.replace(/[?#].*/s, '')
    if (path.startsWith('/api/') || pageAt(path) !== null) return []
    const [, key] = /^\/([a-z0-9][a-z0-9-]{1,59})$/.exec(path) ?? []
    if (key === undefined) throw new Error(`leads to ${path}, which is no page of the kiosk`)
    return [key]
  })
}

function demandDrawings(html: string): void {
  const drawn = [...html.matchAll(/<h2>(?:<a href="#([^"]*)")?/g)].map(([, icon = '']) => icon)
  const unknown = drawn.find((icon) => !(featureIcons as readonly string[]).includes(icon))
  if (unknown !== undefined) throw new Error(`has a heading with the drawing "${unknown}"; there are ${featureIcons.join(', ')}`)
}

async function topicOf(uid: string, head: unknown, body: string, folder: string): Promise<TopicFile> {
  if (!/^[a-z0-9-]{1,64}$/.test(uid)) throw new Error('is named with other characters than a-z, 0-9 and -')
  if (body === '') throw new Error('has no text')
  const topic = TopicHead.parse(head)
  return { ...topic, uid, text: body, picture: topic.image ? await pictureAt(folder, topic.image) : null }
}

async function linkOf(key: string, head: unknown, folder: string): Promise<LinkFile> {
  const link = LinkHead.parse(head)
  if (!link.image && !link.issue) throw new Error('names neither an image nor an issue')
  return {
    ...link,
    campaigns: link.target.startsWith('/') ? campaignsAmong([link.target]) : [],
    key,
    picture: link.image ? await pictureAt(folder, link.image) : null,
  }
}

function pictureAt(folder: string, name: string): Promise<Buffer> {
  return readFile(join(folder, name)).catch(() => {
    throw new Error(`there is no picture ${name} beside it`)
  })
}

/** Documents that are there in one language but not in all. */
function missingLanguages(documents: readonly DocumentFile[]): string[] {
  const names = new Set(documents.map(({ key, regionId }) => `${key}|${regionId ?? ''}`))
  return [...names].flatMap((name) => {
    const [key, region] = name.split('|')
    const has = (language: string) =>
      documents.some((each) => each.key === key && String(each.regionId ?? '') === region && each.language === language)
    return LANGUAGES.filter((language) => !has(language)).map((language) => `${key}.${language}${region && `.${region}`}.md`)
  })
}
