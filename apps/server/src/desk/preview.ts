import { frontPreview, previewCampaign } from '@kiosk/contract/desk-routes'
import { apiAddress } from '@kiosk/contract/route'
import { webinfo } from '@kiosk/contract/routes'
import type { UserData } from '@kiosk/domain/accounts/endpoints'
import { headersOfVariant } from '@kiosk/domain/page-variant'
import { regionOf } from '@kiosk/domain/regions'
import type { frontPreview as declaredFront, PreviewVisitor } from '@kiosk/domain/staff/front-endpoints'
import type { previewCampaign as declaredCampaign } from '@kiosk/domain/staff/offer-endpoints'
import { plans } from '@kiosk/domain/subscriptions/plans'
import type { z } from 'zod'
import type { ApiFetch } from '../api-calls.ts'
import type { Program } from '../program.ts'
import { callDesk, lookOnlyHeaders, type PagesForStaff } from './pages-for-staff.ts'

type FrontPreview = z.output<(typeof declaredFront)['output']>
type CampaignPreview = z.output<(typeof declaredCampaign)['output']>

/** Links to other pages lead nowhere either. Only the desk frames it, whose own policy allows no other frames. */
const HEADERS = lookOnlyHeaders({ framedBy: "'self'", referrer: 'same-origin' })
/** Links would open windows, which the sandbox forbids: the frame stays on this page. */
const HEAD = '<head><base target="_blank">'

/**
 * Serves the home page with a row of covers that is not published, as a kind of visitor sees it. Only staff can see it: the
 * address is below that of the desk, whose cookie it needs, and no cache keeps it. Neither cookies of the browser nor the account
 * of a reader take part, and no cookie is set.
 */
export function createFrontPreview(pages: PagesForStaff): Program {
  return async (request, visitor) => {
    const query = Object.fromEntries(new URL(request.url).searchParams)
    const address = apiAddress(frontPreview, { set: query.set ?? '' }, query)
    const checked = await callDesk(pages.desk, new URL(address, pages.publicUrl), request, visitor)
    if (!checked.ok) return checked
    const preview = (await checked.json()) as FrontPreview
    return pageFor('/', preview, { row: { set: preview.set, keys: preview.keys } }, pages, visitor)
  }
}

/** Serves the page of a campaign that is not published; everything else is as for the home page. */
export function createCampaignPreview(pages: PagesForStaff): Program {
  return async (request, visitor) => {
    const form = Object.fromEntries(new URLSearchParams(await request.text()))
    const address = new URL(apiAddress(previewCampaign, {}), pages.publicUrl)
    const checked = await callDesk(pages.desk, address, request, visitor, { method: 'POST', body: form })
    if (!checked.ok) return checked
    const { campaign, ...preview } = (await checked.json()) as CampaignPreview
    return pageFor(`/${campaign.key}`, preview, { campaign }, pages, visitor)
  }
}

type Visitor = Parameters<Program>[1]
type Unpublished = Omit<NonNullable<Visitor['preview']>, 'reader'>

/** Renders a page of the website with something that is not published, for a kind of visitor. */
async function pageFor(
  path: string,
  preview: PreviewVisitor,
  unpublished: Unpublished,
  { apiFor, website, publicUrl }: PagesForStaff,
  { address }: Visitor,
): Promise<Response> {
  const { country, reader } = preview
  const api = apiFor({ address, country, counted: false, preview: { reader, ...unpublished } })
  const request = new Request(new URL(path, publicUrl), { headers: headersOf(preview) })
  const page = await website(request, asReader(api, preview))
  const html = (await page.text()).replace('<head>', HEAD)
  return new Response(html, { status: page.status, headers: { ...HEADERS, 'content-type': 'text/html; charset=utf-8' } })
}

function headersOf({ country, language, theme, device }: PreviewVisitor): [string, string][] {
  const consent = { answered: true, social: false, ads: null }
  const kind = device === 'phone' ? 'android' : 'desktop'
  return headersOfVariant({ country, language, languageChosen: true, theme, consent, device: kind })
}

/** Lets the website take the visitor for a reader of this tier; the API has no account for it. */
function asReader(api: ApiFetch, { reader, country }: PreviewVisitor): ApiFetch {
  if (reader === 'anonymous') return api
  return async (path, init) => {
    const response = await api(path, init)
    if (path !== apiAddress(webinfo, {}) || !response.ok) return response
    const user = (await response.json()) as UserData
    const plan = planFor(reader, country)
    const subscription = plan && { subscription: { id: plan.subscriptionId, paymentRequired: true } }
    return Response.json({ ...user, firstname: '…', ...subscription } satisfies UserData)
  }
}

/** The plan of a tier in a market; where it is not sold, that of another market, which looks alike. */
function planFor(reader: PreviewVisitor['reader'], country: string) {
  const { region } = regionOf(country)
  const ofTier = plans.filter(({ tier }) => tier === reader)
  return ofTier.find((plan) => plan.region === region.id) ?? ofTier[0]
}
