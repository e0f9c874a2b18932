import { shownCounts } from '@kiosk/domain/catalogue/terms'
import {
  previousTerms as previousDeclared,
  privacyPolicy as privacyDeclared,
  terms as termsDeclared,
  textDocument as textDeclared,
} from '@kiosk/domain/content/endpoints'
import { Refusal } from '@kiosk/domain/errors'
import { houseValues } from '@kiosk/languages/content/house-values'
import { shelfOf } from '../catalogue/seen-shelf.ts'
import { type Asking, serve } from '../endpoint.ts'
import { type Found, findDocument } from './document-queries.ts'

export const privacyPolicy = serve(privacyDeclared, 'catalogue', async (call) => {
  const { html, version } = await inForce('privacy', call)
  return { content: html, date: version }
})

export const terms = serve(termsDeclared, 'catalogue', async (call) => {
  const { html, version } = await inForce('terms', call, { region: call.input.region })
  return { content: html, version }
})

export const previousTerms = serve(previousDeclared, 'catalogue', async (call) => {
  const { region, version } = call.input
  const { html } = await inForce('terms-previous', call, { region, version })
  return { content: html, version }
})

export const textDocument = serve(textDeclared, 'catalogue', async (call) => {
  const { title, description, html, version } = await inForce(call.input.key, call)
  return { title, description, content: html, version }
})

async function inForce(key: string, call: Asking, asked: { region?: number | undefined; version?: string } = {}): Promise<Found> {
  const { house, language, region } = call
  const day = house.now().toISOString().slice(0, 10)
  const given = { key, language, region: asked.region ?? region.id, day }
  const values = houseValues(house.operator, shownCounts((await shelfOf(call)).counts), language)
  const { version } = asked
  const found = await findDocument(house.db, version === undefined ? given : { ...given, version }, values)
  if (!found) throw new Refusal('not_found', 'key')
  return found
}
