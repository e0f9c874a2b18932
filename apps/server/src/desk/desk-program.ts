import { DESK_API_BASE } from '@kiosk/contract/route'
import { VIEW_PATH } from '@kiosk/domain/accounts/support-view'
import type { Operator } from '@kiosk/domain/operator'
import { PREVIEW_PATH } from '@kiosk/domain/staff/front-endpoints'
import { CAMPAIGN_PREVIEW_PATH } from '@kiosk/domain/staff/offer-endpoints'
import type { PagesBundle } from '../pages/pages-bundle.ts'
import type { Program } from '../program.ts'
import type { PagesForStaff } from './pages-for-staff.ts'
import { createCampaignPreview, createFrontPreview } from './preview.ts'
import { createSupportView } from './support-view.ts'

/** Creates the program of everything below /desk: its API, previews, support views, and its pages. */
export function createDeskProgram(
  pages: PagesForStaff,
  { bundle, operator }: { bundle: () => Promise<PagesBundle>; operator: Pick<Operator, 'siteName'> },
): Program {
  const { desk, publicUrl } = pages
  const frontPreview = createFrontPreview(pages)
  const campaignPreview = createCampaignPreview(pages)
  const supportView = createSupportView(pages)
  return async (request, visitor) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith(DESK_API_BASE)) return desk(request, visitor)
    if (pathname === PREVIEW_PATH && request.method === 'GET') return frontPreview(request, visitor)
    if (pathname === CAMPAIGN_PREVIEW_PATH && request.method === 'POST') return campaignPreview(request, visitor)
    if (pathname.startsWith(VIEW_PATH)) return supportView(request, visitor)
    const { handle } = await bundle()
    const api = (path: string, init?: RequestInit) => desk(new Request(new URL(path, publicUrl), init), visitor)
    return handle(request, { api, publicUrl, siteName: operator.siteName })
  }
}
