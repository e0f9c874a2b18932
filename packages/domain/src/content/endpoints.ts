import * as routes from '@kiosk/contract/routes'
import { z } from 'zod'
import { Email, Line, Name, Paragraphs } from '../accounts/input.ts'
import { TEXT } from '../accounts/limits.ts'
import { Day } from '../day-input.ts'
import { endpoint } from '../endpoint.ts'
import { languages } from '../locale.ts'
import { CONTENT_KEY } from '../staff/limits.ts'

export const sendFeedback = endpoint(routes.sendFeedback, {
  summary: 'Sends feedback to the operator: stored and e-mailed',
  access: 'anyone',
  body: z.object({
    email: Email,
    name: Name(TEXT.name),
    title: Line(TEXT.name),
    content: Paragraphs(TEXT.message),
  }),
  errors: ['wrong_input', 'too_many_requests'],
})

export const crashReport = endpoint(routes.crashReport, {
  summary: 'Reports a crash of one of our apps; zipLog (base64, at most 64 KB) is stored unchanged',
  access: 'anyone',
  body: z.object({
    device: z.string().max(200),
    os: z.string().max(200),
    app: z.string().max(200),
    exception: z.string().max(8000),
    zipLog: z
      .string()
      .max(64 * 1024)
      .regex(/^[A-Za-z0-9+/=_-]*$/)
      .default(''),
  }),
  errors: ['wrong_input', 'too_many_requests', 'body_too_large'],
})

/** Title of a text, and the line below it. */
const Named = { title: z.string(), description: z.string() }

/** Language of the text. It differs from the requested one if the operator has written the text only in another. */
const OfText = z.enum(languages)

const Region = z.coerce.number().int().min(1).max(4)

export const privacyPolicy = endpoint(routes.privacyPolicy, {
  summary: 'The current privacy policy as HTML',
  access: 'anyone',
  inSupportView: true,
  output: z.object({ ...Named, content: z.string(), date: z.string() }),
  errors: [],
})

export const terms = endpoint(routes.terms, {
  summary: 'The current terms of a market as HTML',
  access: 'anyone',
  inSupportView: true,
  query: z.object({ region: Region.optional().meta({ examples: [1] }) }),
  output: z.object({ ...Named, content: z.string(), version: z.string() }),
  errors: ['wrong_input'],
})

export const previousTerms = endpoint(routes.previousTerms, {
  summary: 'The previous version of the terms as HTML',
  access: 'anyone',
  query: z.object({
    version: Day.default('2018-11-01').meta({ examples: ['2018-11-01'] }),
    region: Region.optional().meta({ examples: [1] }),
  }),
  output: z.object({ ...Named, content: z.string(), version: z.string(), language: OfText }),
  errors: ['wrong_input', 'not_found'],
})

export const textDocument = endpoint(routes.textDocument, {
  summary: 'A text of the operator by its key as HTML, in the language and market of the caller',
  access: 'anyone',
  inSupportView: true,
  params: z.object({
    key: z
      .string()
      .regex(/^[a-z0-9-]{1,60}$/)
      .meta({ examples: ['terms'] }),
  }),
  output: z.object({ ...Named, content: z.string(), version: z.string(), language: OfText }),
  errors: ['wrong_input', 'not_found'],
  isExtension: true,
})

const Topic = z
  .object({
    uid: z.string(),
    headline: z.string(),
    text: z.string(),
    imageUrl: z.string(),
    /** Pixels, with `imageWidth`: reserves the space while the image loads. */
    imageHeight: z.number(),
    imageWidth: z.number(),
    trend: z.number(),
    /** ISO 8601. */
    releaseDate: z.string(),
    issueArticleId: z.string().nullable(),
    issueUID: z.string(),
    page: z.number(),
    magazineName: z.string(),
    issueName: z.string(),
  })
  .meta({ id: 'Topic' })
export type Topic = z.infer<typeof Topic>

export const topic = endpoint(routes.topic, {
  summary: 'A topic with the issue and page that it is about',
  access: 'anyone',
  params: z.object({
    uid: z
      .string()
      .regex(CONTENT_KEY)
      .meta({ examples: ['stadtbaeume'] }),
  }),
  output: Topic,
  errors: ['wrong_input', 'not_found'],
})

export const topics = endpoint(routes.topics, {
  summary: 'The latest topics in the language and market of the caller',
  access: 'anyone',
  inSupportView: true,
  output: z.object({ topics: z.array(Topic) }),
  errors: [],
  isExtension: true,
})

export const contentImage = endpoint(routes.contentImage, {
  summary: 'An image of a topic or a link',
  access: 'link',
  params: z.object({
    folder: z.enum(['topics', 'links']),
    name: z
      .string()
      .regex(/^[a-z0-9-]{1,80}\.(webp|png|jpg)$/)
      .meta({ examples: ['stadtbaeume.webp'] }),
  }),
  produces: ['image/webp', 'image/png', 'image/jpeg'],
  errors: ['wrong_input', 'not_found'],
  isExtension: true,
})

export const linkList = endpoint(routes.linkList, {
  summary: 'Posts of the link-in-bio page, newest first',
  access: 'anyone',
  query: z.object({
    after: z
      .string()
      .max(40)
      .optional()
      .meta({ examples: ['2026-11-01.7'] }),
  }),
  output: z.object({
    posts: z.array(z.object({ imageUrl: z.string(), targetUrl: z.string(), /** Extension. */ title: z.string() })),
    nextUrl: z.string().optional(),
  }),
  errors: ['wrong_input'],
})
