import {
  previousTerms as previousDeclared,
  privacyPolicy as privacyDeclared,
  terms as termsDeclared,
  textDocument as textDeclared,
} from '@kiosk/domain/content/endpoints'
import { isShippedShown, type TextDocument } from '@kiosk/domain/content/text-document'
import { dayInUtc } from '@kiosk/domain/day'
import { ApiError } from '@kiosk/domain/errors'
import { type Language, languages } from '@kiosk/domain/locale'
import { catalogueOf } from '../catalogue/viewer-catalogue.ts'
import { defineHandler, type RequestContext } from '../http/handler.ts'
import { findDocument } from './document-queries.ts'
import { textValues } from './text-values.ts'

export const privacyPolicy = defineHandler(privacyDeclared, 'catalogue', async (call) => {
  const { title, description, html, version } = await inForce('privacy', call)
  return { title, description, content: html, date: version }
})

export const terms = defineHandler(termsDeclared, 'catalogue', async (call) => {
  const { title, description, html, version } = await inForce('terms', call, { region: call.input.region })
  return { title, description, content: html, version }
})

export const previousTerms = defineHandler(previousDeclared, 'catalogue', async (call) => {
  const { region, version: requested } = call.input
  // All clients request the version of the demonstration. An operator has published at most one version, which is returned
  // instead.
  const one = call.ctx.operator.demonstration ? { version: requested } : {}
  const { title, description, html, version, language } = await inForce('terms-previous', call, { region, ...one })
  return { title, description, content: html, version, language }
})

export const textDocument = defineHandler(textDeclared, 'catalogue', async (call) => {
  const { title, description, html, version, language } = await inForce(call.input.key, call)
  return { title, description, content: html, version, language }
})

/**
 * Returns the text in the caller's language; a text that is not built in may also be returned in another language, if it exists
 * only in that.
 */
async function inForce(
  key: string,
  call: RequestContext,
  requested: { region?: number | undefined; version?: string } = {},
): Promise<TextDocument & { language: Language }> {
  const { ctx, language: asked, region } = call
  const at = ctx.now()
  const ownOnly = !isShippedShown(key, ctx.operator)
  const options = { key, region: requested.region ?? region.id, day: dayInUtc(at), at, ownOnly }
  const { counts } = await catalogueOf(call)
  const { version } = requested
  const others = ownOnly ? languages.filter((each) => each !== asked) : []
  for (const language of [asked, ...others]) {
    const values = textValues(ctx, counts, language, options.region)
    const found = await findDocument(ctx.db, { ...options, language, ...(version !== undefined && { version }) }, values)
    if (found) return { ...found, language }
  }
  throw new ApiError('not_found', 'key')
}
