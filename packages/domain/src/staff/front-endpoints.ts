import * as routes from '@kiosk/contract/desk-routes'
import { z } from 'zod'
import { Instant } from '../day-input.ts'
import { languages } from '../locale.ts'
import { deskEndpoint } from './desk-endpoint.ts'
import { MOST_FEATURED } from './limits.ts'

/** Austria and Luxembourg share one row. */
export const FRONT_PAGES = ['web_at', 'web_de', 'web_ch'] as const
const Params = z.object({ set: z.enum(FRONT_PAGES) })
const Keys = z.array(z.string().min(1).max(100)).max(MOST_FEATURED)

const FrontTitle = z.object({
  key: z.string(),
  name: z.string(),
  language: z.string(),
  country: z.string().nullable(),
  /** Day of the newest issue; null = none, so that the home page does not show the title. */
  newest: z.string().nullable(),
})
export type FrontTitle = z.infer<typeof FrontTitle>

export const frontPage = deskEndpoint(routes.frontPage, {
  summary: 'The row of covers on the home page of a market, and what is planned',
  access: 'front.read',
  params: Params,
  output: z.object({
    titles: z.array(FrontTitle),
    /** Times are ISO 8601. */
    plans: z.array(z.object({ id: z.number(), startsAt: z.string(), by: z.string(), titles: z.array(FrontTitle) })),
  }),
  errors: ['wrong_input'],
})
export const setFrontPage = deskEndpoint(routes.setFrontPage, {
  summary: 'Replaces the row at once; an empty one shows the newest titles. `before` is the row that the person saw',
  access: 'front.write',
  params: Params,
  body: z.object({ keys: Keys, before: Keys }),
  errors: ['wrong_input', 'not_found', 'changed_meanwhile'],
})
export const planFrontPage = deskEndpoint(routes.planFrontPage, {
  summary: 'Plans a row for a time to come',
  access: 'front.write',
  params: Params,
  body: z.object({ keys: Keys, startsAt: Instant }),
  errors: ['wrong_input', 'not_found', 'time_is_past'],
})
export const withdrawFrontPage = deskEndpoint(routes.withdrawFrontPage, {
  summary: 'Withdraws a planned row',
  access: 'front.write',
  params: z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  errors: ['not_found'],
})
/** Kinds of visitors as which the home page may be seen before it is published. */
export const PREVIEW_READERS = ['anonymous', 'FREE', 'MAGZ', 'PREMIUM'] as const
export const PREVIEW_DEVICES = ['desktop', 'phone'] as const
export const PREVIEW_THEMES = ['light', 'dark'] as const
/** The kind of visitor for whom a page is shown. */
export const PreviewVisitor = z.object({
  country: z.enum(['AT', 'DE', 'CH', 'LU']),
  language: z.enum(languages),
  reader: z.enum(PREVIEW_READERS),
  theme: z.enum(PREVIEW_THEMES),
  device: z.enum(PREVIEW_DEVICES),
})
export type PreviewVisitor = z.infer<typeof PreviewVisitor>
/** Path of the home page with an unpublished row; takes the query of `frontPreview`, and `set`. */
export const PREVIEW_PATH = '/desk/preview/home'

export const frontPreview = deskEndpoint(routes.frontPreview, {
  summary: `Checks what ${PREVIEW_PATH} is asked for: the home page with a row that is not published, as a kind of visitor sees it`,
  access: 'front.read',
  params: Params,
  query: z.object({
    /** Separated by spaces. */
    keys: z
      .string()
      .max(MOST_FEATURED * 101)
      .transform((keys) => keys.split(' ').filter(Boolean))
      .pipe(Keys),
    ...PreviewVisitor.shape,
  }),
  output: z.object({
    set: z.string(),
    keys: z.array(z.string()),
    ...PreviewVisitor.shape,
  }),
  errors: ['wrong_input'],
})
export const findTitles = deskEndpoint(routes.findTitles, {
  summary: 'Titles by the words of their name, the best first',
  access: 'front.read',
  query: z.object({ search: z.string().trim().max(100).default('') }),
  output: z.object({
    titles: z.array(FrontTitle),
    /** Key of the first title with nearly this name; null = none. */
    like: z.string().nullable(),
  }),
  errors: ['wrong_input'],
})
