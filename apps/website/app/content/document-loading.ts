import type { Page } from '@kiosk/domain/addresses'
import { shownCounts } from '@kiosk/domain/catalogue/terms'
import { previousTerms, privacyPolicy, terms, textDocument } from '@kiosk/domain/content/endpoints'
import { documentHtml } from '@kiosk/languages/content/document'
import { type FeatureIcon, featureIcons } from '@kiosk/languages/content/features'
import { filledHtml, filledLine, houseValues } from '@kiosk/languages/content/house-values'
import { shippedDocuments } from '@kiosk/languages/content/shipped-documents'
import type { Visit } from '../shell/visit.ts'

/** A text as its page shows it; `lead`: its edition, or a sentence on what it is. */
export type ShownDocument = { title: string; lead: string; html: string }

/** Pages that are texts of the operator, by the key of their text. */
const keys = {
  terms: 'terms',
  previousTerms: 'terms-previous',
  withdraw: 'withdrawal',
  privacy: 'privacy',
  accessibility: 'accessibility',
  holidayContest: 'contest-holiday',
  recipeContest: 'contest-recipe',
  about: 'about',
  faq: 'faq',
  imprint: 'imprint',
  marketing: 'marketing',
  press: 'press',
  features: 'features',
  thirdParty: 'thirdparty',
} as const satisfies Partial<Record<Page, string>>
export type DocumentPage = keyof typeof keys

export function isDocumentPage(page: Page | null): page is DocumentPage {
  return page !== null && Object.hasOwn(keys, page)
}

/** The text in force as the API has it; the shipped one where it can't be asked, because these texts must always be there. */
export async function loadDocument(visit: Visit, page: DocumentPage): Promise<ShownDocument> {
  const { user, region } = await visit.who()
  const values = houseValues(
    visit.operator,
    shownCounts({ magazines: user.magazineCount, issues: user.issueCount }),
    visit.language,
  )
  const { text } = shippedDocuments[keys[page]]!
  const { title, edition } = text[visit.language]
  const shipped = { title: filledLine(title, values), lead: filledLine(edition, values) }
  try {
    return { ...shipped, ...(await inForce(visit, page, region.id)) }
  } catch {
    return { ...shipped, html: filledHtml(documentHtml(text[visit.language]), values) }
  }
}

/** Terms and privacy have calls of their own (section 7), which answer no title. */
async function inForce(visit: Visit, page: DocumentPage, region: number): Promise<Partial<ShownDocument> & { html: string }> {
  if (page === 'terms') return { html: (await visit.call(terms, { query: { region } })).content }
  if (page === 'previousTerms') {
    return { html: (await visit.call(previousTerms, { query: { version: '2018-11-01', region } })).content }
  }
  if (page === 'privacy') return { html: (await visit.call(privacyPolicy)).content }
  const { title, description, content } = await visit.call(textDocument, { params: { key: keys[page] } })
  return { title, lead: description, html: content }
}

/** The parts of a text between its headings of the second rank; what comes before the first one has no heading. */
export function partsOf(html: string): { heading: string; html: string }[] {
  const [before = '', ...parts] = html.split(/<h2>/)
  const named = parts.map((part) => {
    const [heading = '', ...rest] = part.split('</h2>')
    return { heading, html: rest.join('</h2>').trim() }
  })
  return before.trim() === '' ? named : [{ heading: '', html: before.trim() }, ...named]
}

export type Feature = { name: string; icon: FeatureIcon; html: string }

/** The features that a text tells of: each heading is a link to the name of its drawing. */
export function featuresIn(html: string): Feature[] {
  return partsOf(html).map(({ heading, html }) => {
    const named = /href="#([a-z-]+)"/.exec(heading)?.[1]
    return { name: plainText(heading), icon: featureIcons.find((icon) => icon === named) ?? 'sparkles', html }
  })
}

/** HTML as text: without tags, its characters written out. */
export function plainText(html: string): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name]!)
    .replace(/[^\S\u00a0]+/g, ' ')
    .trim()
}
