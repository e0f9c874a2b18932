import { previousTerms, privacyPolicy, terms, textDocument } from '@kiosk/contract/routes'
import { addressOf, type Page } from '@kiosk/domain/addresses'
import { shownCounts } from '@kiosk/domain/catalogue/limits'
import { type FeatureIcon, featureIcons } from '@kiosk/domain/content/feature-icons'
import { type DocumentPage, isShippedShown, textKeys } from '@kiosk/domain/content/text-document'
import type { Language } from '@kiosk/domain/locale'
import { filledHtml, filledLine, operatorValues } from '@kiosk/i18n/operator-values'
import { redirect } from 'react-router'
import type { RequestContext } from '../shell/request-context.ts'

/** A text for its page; `lead`: its version, or a sentence about it; `language`: set if it differs from that of the page. */
type ShownDocument = { title: string; lead: string; html: string; language?: Language }

export function isDocumentPage(page: Page | null): page is DocumentPage {
  return page !== null && Object.hasOwn(textKeys, page)
}

/**
 * Loads the current text from the API, or the shipped one if the API fails, because these texts must always be available.
 * @throws Response to the terms, if the operator has no such text
 */
export async function loadDocument(ctx: RequestContext, page: DocumentPage): Promise<ShownDocument> {
  const { user, region } = await ctx.who()
  const values = operatorValues(
    ctx.operator,
    shownCounts({ magazines: user.magazineCount, issues: user.issueCount }),
    ctx.language,
    { methods: [], providers: ctx.identityProviders, market: region },
  )
  const { title, description, html } = ctx.shippedDocument(textKeys[page], ctx.language)
  const shipped = { title: filledLine(title, values), lead: filledLine(description, values) }
  try {
    return await inForce(ctx, page, region.id)
  } catch {
    if (!isShippedShown(textKeys[page], ctx.operator)) throw redirect(addressOf('terms'))
    return { ...shipped, html: filledHtml(html, values) }
  }
}

/** Whether there is an earlier text to which the terms can link. */
export async function hasPreviousTerms(ctx: RequestContext): Promise<boolean> {
  if (ctx.operator.demonstration) return true
  const { region } = await ctx.who()
  return textOf(ctx, 'previousTerms', region.id).then(
    () => true,
    () => false,
  )
}

/** Loads a text from the API. Terms and privacy policy have calls of their own. */
function textOf(ctx: RequestContext, page: DocumentPage, region: number) {
  if (page === 'terms') return ctx.call(terms, { query: { region } })
  if (page === 'previousTerms') return ctx.call(previousTerms, { query: { version: '2018-11-01', region } })
  if (page === 'privacy') return ctx.call(privacyPolicy)
  return ctx.call(textDocument, { params: { key: textKeys[page] } })
}

async function inForce(ctx: RequestContext, page: DocumentPage, region: number): Promise<ShownDocument> {
  const { title, description, content, language } = { language: ctx.language, ...(await textOf(ctx, page, region)) }
  return { title, lead: description, html: content, ...(language !== ctx.language && { language }) }
}

/** Splits a text at its h2 headings; the part before the first one has no heading. */
export function partsOf(html: string): { heading: string; html: string }[] {
  const [before = '', ...parts] = html.split(/<h2>/)
  const named = parts.map((part) => {
    const [heading = '', ...rest] = part.split('</h2>')
    return { heading, html: rest.join('</h2>').trim() }
  })
  return before.trim() === '' ? named : [{ heading: '', html: before.trim() }, ...named]
}

export type Feature = { name: string; icon: FeatureIcon; html: string }

/** Returns the features in a text; each heading links to the name of its icon. */
export function featuresIn(html: string): Feature[] {
  return partsOf(html).map(({ heading, html }) => {
    const named = /href="#([a-z-]+)"/.exec(heading)?.[1]
    return { name: plainText(heading), icon: featureIcons.find((icon) => icon === named) ?? 'sparkles', html }
  })
}

/** Converts HTML to plain text, with entities decoded. */
export function plainText(html: string): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name]!)
    .replace(/[^\S\u00a0]+/g, ' ')
    .trim()
}
