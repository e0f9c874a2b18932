import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { LINK_TARGET } from '@kiosk/domain/content/link-target'
import { type Language, languages } from '@kiosk/domain/locale'
import { regionById } from '@kiosk/domain/regions'
import { CONTENT_KEY } from '@kiosk/domain/staff/limits'
import { z } from 'zod'
import { frontMatter } from './front-matter.ts'
import { campaignsAmong, Day, type ReadDocument, readDocument } from './read-document.ts'

/** One error in a content folder. `language` and `link` are set for a text with a link to a page that does not exist. */
export type ContentError = { file: string; reason: string; language?: Language; link?: string }

const UNREADABLE_FOLDER = 'is not a folder that can be read'

/** Name of a picture file in the same folder. */
const Picture = z.string().regex(/^[a-z0-9-]{1,80}\.(webp|png|jpg)$/)

const TopicHead = z.strictObject({
  language: z.enum(languages),
  headline: z.string().min(1).max(200),
  trend: z.number().int().min(1).max(100).default(50),
  released: Day,
  /** uid of the issue. */
  issue: z.string().min(1),
  page: z.number().int().min(1).default(1),
  /** Headline of the article in the issue. */
  article: z.string().optional(),
  image: Picture.optional(),
  regions: z.array(z.number().int().min(1).max(4)).optional(),
})
const LinkHead = z.strictObject({
  title: z.string().max(200).default(''),
  posted: Day,
  target: z.string().regex(LINK_TARGET, 'is neither an https:// address nor a path of this website'),
  image: Picture.optional(),
  issue: z.string().optional(),
})

/** `shownFrom`: the time from which it is shown; absent: the day of its version. */
export type DocumentFile = ReadDocument & { key: string; language: Language; regionId: number | null; shownFrom?: Date }
type TopicFile = z.infer<typeof TopicHead> & { uid: string; text: string; picture: Buffer | null }
type LinkFile = z.infer<typeof LinkHead> & { key: string; picture: Buffer | null; campaigns: string[] }
export type Content = { documents: DocumentFile[]; topics: TopicFile[]; links: LinkFile[]; errors: ContentError[] }

/**
 * Reads a folder of Markdown with front matter: `documents/KEY.LANGUAGE[.REGION].md` or, like the shipped ones,
 * `LANGUAGE/KEY[.REGION].md`; `topics/UID.md`, `links/KEY.md`. Does not throw on invalid files and folders that cannot be read:
 * they are listed as errors, as are languages that a document lacks.
 */
export async function readContent(folder: string): Promise<Content> {
  const content: Content = { documents: [], topics: [], links: [], errors: [] }
  if (!(await stat(folder).catch(() => null))?.isDirectory())
    return { ...content, errors: [{ file: folder, reason: UNREADABLE_FOLDER }] }
  const each = async (part: string, read: (name: string, text: string) => unknown) => {
    const files = await markdownIn(join(folder, part))
    if (files === null) content.errors.push({ file: part, reason: UNREADABLE_FOLDER })
    for (const file of files ?? []) {
      try {
        await read(basename(file, '.md'), await readFile(file, 'utf8'))
      } catch (error) {
        content.errors.push({ file: relative(folder, file), reason: reasonOf(error) })
      }
    }
  }
  await each('documents', (name, text) => {
    const [, key, language, region = ''] = /^([a-z0-9-]+)\.(de|en|fr)(\.\d)?$/.exec(name) ?? []
    if (!key) throw new Error('is not named KEY.LANGUAGE.md or KEY.LANGUAGE.REGION.md')
    content.documents.push(documentOf(key + region, language as DocumentFile['language'], text))
  })
  for (const language of languages) await each(language, (name, text) => content.documents.push(documentOf(name, language, text)))
  await each('topics', async (name, text) => content.topics.push(await topicOf(name, text, join(folder, 'topics'))))
  await each('links', async (name, text) => content.links.push(await linkOf(name, text, join(folder, 'links'))))
  for (const name of missingLanguages(content.documents)) content.errors.push({ file: name, reason: 'is missing' })
  return content
}

function reasonOf(error: unknown): string {
  if (!(error instanceof z.ZodError)) return (error as Error).message
  return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
}

/** Returns the paths of Markdown files: none if there is no such folder, null if it cannot be read. */
async function markdownIn(folder: string): Promise<string[] | null> {
  const names = await readdir(folder).catch(({ code }: NodeJS.ErrnoException) => (code === 'ENOENT' ? [] : null))
  if (!names) return null
  return names
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => join(folder, name))
}

function documentOf(name: string, language: DocumentFile['language'], markdown: string): DocumentFile {
  const [, key = '', region] = /^([a-z0-9-]+)(?:\.(\d))?$/.exec(name) ?? []
  const regionId = region === undefined ? null : (regionById(Number(region))?.id ?? null)
  if (region !== undefined && regionId === null) throw new Error(`names region ${region}, which does not exist`)
  return { ...readDocument(key, markdown), key, language, regionId }
}

async function topicOf(uid: string, text: string, folder: string): Promise<TopicFile> {
  const { head, body } = frontMatter(text)
  if (!CONTENT_KEY.test(uid)) throw new Error('has a name with characters other than a-z, 0-9 and -')
  if (body === '') throw new Error('has no text')
  const topic = TopicHead.parse(head)
  return { ...topic, uid, text: body, picture: topic.image ? await imageAt(folder, topic.image) : null }
}

async function linkOf(key: string, text: string, folder: string): Promise<LinkFile> {
  const link = LinkHead.parse(frontMatter(text).head)
  if (!link.image && !link.issue) throw new Error('has neither an image nor an issue')
  return {
    ...link,
    campaigns: link.target.startsWith('/') ? campaignsAmong([link.target]) : [],
    key,
    picture: link.image ? await imageAt(folder, link.image) : null,
  }
}

function imageAt(folder: string, name: string): Promise<Buffer> {
  return readFile(join(folder, name)).catch(() => {
    throw new Error(`needs the image ${name}, which is missing`)
  })
}

/** Returns the files that are missing because a document exists only in some languages. */
function missingLanguages(documents: readonly DocumentFile[]): string[] {
  const names = new Set(documents.map(({ key, regionId }) => `${key}|${regionId ?? ''}`))
  return [...names].flatMap((name) => {
    const [key, region] = name.split('|')
    const has = (language: string) =>
      documents.some((each) => each.key === key && String(each.regionId ?? '') === region && each.language === language)
    return languages
      .filter((language) => !has(language))
      .map((language) => `documents/${key}.${language}${region && `.${region}`}.md`)
  })
}
