import { shippedDocument } from '@kiosk/backend/content/shipped-documents'
import { createDeskApi } from '@kiosk/backend/http/desk-api'
import { TEST_ORIGIN, TEST_TOKEN, type TestApi } from '@kiosk/backend/testing/api'
import { loadWebsite } from '@kiosk/website/testing/website'
import type { PagesForStaff } from '../desk/pages-for-staff.ts'

/** What pages for staff are made with: the built website on the API of a test. Close it before the API. */
export async function testPagesForStaff(api: TestApi): Promise<PagesForStaff & { close(): Promise<void> }> {
  const website = await loadWebsite()
  return {
    desk: createDeskApi(api.ctx),
    publicUrl: TEST_ORIGIN,
    apiFor: (visitor) => (path, init) => {
      const headers = new Headers(init?.headers)
      headers.set('x-api-token', TEST_TOKEN)
      return api.fetch(new Request(TEST_ORIGIN + path, { ...init, headers }), visitor)
    },
    website: (request, ofVisitor) =>
      website.handle(request, {
        api: ofVisitor,
        operator: api.operator,
        publicUrl: TEST_ORIGIN,
        shippedDocument,
        log: console,
        webapp: '/reader',
        environment: { name: 'development', devSystem: false },
      }),
    close: () => website.close(),
  }
}
