import { shownCounts } from '@kiosk/domain/catalogue/limits'
import {
  previousTerms as previousDeclared,
  privacyPolicy as privacyDeclared,
  terms as termsDeclared,
  textDocument as textDeclared,
} from '@kiosk/domain/content/endpoints'
import { isShippedShown, type TextDocument } from '@kiosk/domain/content/text-document'
import { dayInUtc } from '@kiosk/domain/day'
import { ApiError } from '@kiosk/domain/errors'
import { operatorValues } from '@kiosk/i18n/operator-values'
import { catalogueOf } from '../catalogue/viewer-catalogue.ts'
import { defineHandler, type RequestContext } from '../http/handler.ts'
import { findDocument } from './document-queries.ts'

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
  // The version that all clients ask for is that of the demonstration; an operator has published one at most.
  const one = call.ctx.operator.demonstration ? { version: requested } : {}
  const { title, description, html, version } = await inForce('terms-previous', call, { region, ...one })
  return { title, description, content: html, version }
})

export const textDocument = defineHandler(textDeclared, 'catalogue', async (call) => {
  const { title, description, html, version } = await inForce(call.input.key, call)
  return { title, description, content: html, version }
})

async function inForce(
  key: string,
  call: RequestContext,
  requested: { region?: number | undefined; version?: string } = {},
): Promise<TextDocument> {
  const { ctx, language, region } = call
  const at = ctx.now()
  const ownOnly = !isShippedShown(key, ctx.operator)
  const options = { key, language, region: requested.region ?? region.id, day: dayInUtc(at), at, ownOnly }
  const values = operatorValues(ctx.operator, shownCounts((await catalogueOf(call)).counts), language)
  const { version } = requested
  const found = await findDocument(ctx.db, version === undefined ? options : { ...options, version }, values)
  if (!found) throw new ApiError('not_found', 'key')
  return found
}
