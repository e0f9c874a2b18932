import { frontPreview } from '@kiosk/contract/desk-routes'
import { apiAddress } from '@kiosk/contract/route'
import { webinfo } from '@kiosk/contract/routes'
import type { UserData } from '@kiosk/domain/accounts/endpoints'
import { headersOfVariant } from '@kiosk/domain/page-variant'
import { regionOf } from '@kiosk/domain/regions'
import type { frontPreview as declared } from '@kiosk/domain/staff/front-endpoints'
import { plans } from '@kiosk/domain/subscriptions/plans'
import type { z } from 'zod'
import type { Program } from './listen.ts'
import { type ApiFetch, callDesk, lookOnlyHeaders, type PagesForStaff } from './pages-for-staff.ts'

type Preview = z.output<(typeof declared)['output']>

/** Links to other pages lead nowhere, too. It is framed by the desk only, whose own policy allows no other frames. */
const HEADERS = lookOnlyHeaders({ framedBy: "'self'", referrer: 'same-origin' })
/** Links would open windows, which the sandbox forbids: the frame stays on this page. */
const HEAD = '<head><base target="_blank">'

/**
 * Serves the home page with a row of covers that is not published, as a kind of visitor sees it. Only staff can see it: the
 * address is below that of the desk, whose cookie it needs, and no cache keeps it. Neither cookies of the browser nor the account
 * of a reader take part, and no cookie is set.
 */
export function createFrontPreview({ desk, apiFor, website, publicUrl }: PagesForStaff): Program {
  return async (request, visitor) => {
    const query = Object.fromEntries(new URL(request.url).searchParams)
    const address = apiAddress(frontPreview, { set: query.set ?? '' }, query)
    const checked = await callDesk(desk, new URL(address, publicUrl), request, visitor)
    if (!checked.ok) return checked
    const preview = (await checked.json()) as Preview
    const api = apiFor({
      ...{ address: visitor.address, country: preview.country, counted: false },
      preview: { reader: preview.reader, row: { set: preview.set, keys: preview.keys } },
    })
    const page = await website(new Request(publicUrl, { headers: headersOf(preview) }), asReader(api, preview))
    const html = (await page.text()).replace('<head>', HEAD)
    return new Response(html, { status: page.status, headers: { ...HEADERS, 'content-type': 'text/html; charset=utf-8' } })
  }
}

function headersOf({ country, language, theme, device }: Preview): [string, string][] {
  const consent = { answered: true, social: false, ads: false }
  const kind = device === 'phone' ? 'android' : 'desktop'
  return headersOfVariant({ country, language, languageChosen: true, theme, consent, device: kind })
}

/** Lets the website take the visitor for a reader of this tier; the API has no account for it. */
function asReader(api: ApiFetch, { reader, country }: Preview): ApiFetch {
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
function planFor(reader: Preview['reader'], country: string) {
  const { region } = regionOf(country)
  const ofTier = plans.filter(({ tier }) => tier === reader)
  return ofTier.find((plan) => plan.region === region.id) ?? ofTier[0]
}
