import {
  previousTerms as previousDeclared,
  privacyPolicy as privacyDeclared,
  terms as termsDeclared,
  textDocument as textDeclared,
} from '@kiosk/domain/content/endpoints'
import { Refusal } from '@kiosk/domain/errors'
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
  const found = await findDocument(house.db, {
    key,
    language,
    region: asked.region ?? region.id,
    day,
    ...(asked.version !== undefined && { version: asked.version }),
  })
  if (!found) throw new Refusal('not_found', 'key')
  return found
}
