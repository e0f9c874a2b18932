import { fakeCardProvider } from '@kiosk/backend/adapters/payments/testing/fake-card-provider'
import { replaceRow } from '@kiosk/backend/catalogue/featured-titles'
import { createIssue, createTitle } from '@kiosk/backend/catalogue/testing/titles-and-issues'
import { createStaff, fakeDesk } from '@kiosk/backend/staff/testing/desk'
import { TEST_ORIGIN, within } from '@kiosk/backend/testing/api'
import { openTestApi } from '@kiosk/backend/testing/open-test-api'
import { sampleCampaign } from '@kiosk/domain/campaigns/sample-campaign'
import { PREVIEW_PATH } from '@kiosk/domain/staff/front-endpoints'
import { CAMPAIGN_PREVIEW_PATH } from '@kiosk/domain/staff/offer-endpoints'
import { homeMessages } from '@kiosk/i18n/messages/home'
import { afterAll, expect, test } from 'vitest'
import { testPagesForStaff } from '../testing/pages-for-staff.ts'
import { createCampaignPreview, createFrontPreview } from './preview.ts'

const { connection, api } = await openTestApi({
  requestsPerMinute: 0,
  payments: { card: fakeCardProvider().provider, wallet: null, store: null },
})
const pages = await testPagesForStaff(api)
afterAll(() => pages.close())
const { db } = connection

const keys: string[] = []
for (const name of ['Alpenblick', 'Bergruf', 'Courrier']) {
  const title = await createTitle(db, { name, kind: name === 'Bergruf' ? 'newspaper' : 'magazine' })
  await createIssue(db, { title })
  keys.push(title.key)
}
const [a, b, c] = keys as [string, string, string]
await db.transaction().execute((trx) => replaceRow(trx, 'web_at', [a]))
const desk = fakeDesk(api.ctx)
await desk.signedInAs(await createStaff(api.ctx, { role: 'auditor' }))

const program = createFrontPreview(pages)
const visitor = { address: '203.0.113.7', country: 'DE' }
const preview = (query: Record<string, string> = {}, cookie = desk.cookie()) => {
  const search = new URLSearchParams({
    set: 'web_at',
    keys: `${c} ${b}`,
    country: 'AT',
    language: 'de',
    reader: 'anonymous',
    theme: 'light',
    device: 'desktop',
    ...query,
  })
  return program(new Request(`${TEST_ORIGIN}${PREVIEW_PATH}?${search}`, { headers: { cookie } }), visitor)
}
const home = async () => (await pages.website(new Request(TEST_ORIGIN), pages.apiFor({ ...visitor, country: 'AT' }))).text()
/** Titles of the row in their order. */
function order(html: string): string[] {
  const row = html.slice(html.indexOf(`<h2>${homeMessages.de['HOME.FEATURED']}</h2>`)).split('</section>', 1)[0]!
  const names = ['Alpenblick', 'Bergruf', 'Courrier'].filter((name) => row.includes(name))
  return names.sort((one, two) => row.indexOf(one) - row.indexOf(two))
}

test('staff see the home page with the row that is not published, and nobody else gets it', async () => {
  await within(2000, async () => order(await home()).join() === 'Alpenblick')
  const shown = await preview()
  expect(shown.status).toBe(200)
  expect(order(await shown.text())).toEqual(['Courrier', 'Bergruf'])
  // A visitor does not get the draft before or after, not even from the caches of API and website.
  expect(order(await home())).toEqual(['Alpenblick'])
  const set = await api.ask('contentset/web_at/detail')
  expect(await set.text()).not.toMatch(/Courrier|Bergruf/)
  for (const cookie of ['', 'desk=wrong', 'session=abc']) {
    const rejected = await preview({}, cookie)
    expect([rejected.status, (await rejected.text()).includes('Courrier')]).toEqual([401, false])
  }
})

test('it is never cached, sets no cookie, runs nothing and is framed by the desk only', async () => {
  const { headers } = await preview()
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(headers.getSetCookie()).toEqual([])
  expect(headers.get('etag')).toBeNull()
  const policy = headers.get('content-security-policy')!
  for (const rule of ["script-src 'none'", "form-action 'none'", "frame-ancestors 'self'", 'sandbox allow-same-origin'])
    expect(policy.split('; ')).toContain(rule)
})

test('it follows language, theme and tier', async () => {
  const html = async (query: Record<string, string>) => (await preview(query)).text()
  expect(await html({ language: 'fr', theme: 'dark' })).toMatch(
    /<html[^>]*lang="fr"[^>]*data-theme="dark"|<html[^>]*data-theme="dark"[^>]*lang="fr"/,
  )
  const [anonymous, premium] = [await html({}), await html({ reader: 'PREMIUM' })]
  // Subscribers are shown no prices.
  const price = /19,99/
  expect([price.test(anonymous), price.test(premium)]).toEqual([true, false])
  expect(await html({ keys: '' })).toContain('Alpenblick')
})

test.each([
  [{ country: 'FR' }, 'country'],
  [{ language: 'it' }, 'language'],
  [{ reader: 'OWNER' }, 'reader'],
  [{ set: 'nothing' }, 'set'],
  [{ keys: 'x '.repeat(50) }, 'keys'],
])('%j is rejected', async (query, field) => {
  const response = await preview(query)
  expect(response.status).toBe(400)
  expect(((await response.json()) as { field: string }).field).toMatch(new RegExp(`^${field}`))
})

const campaignPreview = createCampaignPreview(pages)
const campaign = (file: unknown, query: Record<string, string> = {}, cookie = desk.cookie()) => {
  const visitorFields = { country: 'AT', language: 'de', reader: 'anonymous', theme: 'light', device: 'desktop' }
  const body = new URLSearchParams({ ...visitorFields, campaign: JSON.stringify(file), ...query })
  return campaignPreview(
    new Request(`${TEST_ORIGIN}${CAMPAIGN_PREVIEW_PATH}`, { method: 'POST', headers: { cookie }, body }),
    visitor,
  )
}

test('staff see the page of a campaign that is not published, and nobody else does', async () => {
  const later = { ...sampleCampaign, key: 'bald', from: '2099-01-01' }
  const shown = await campaign(later)
  const html = await shown.text()
  expect([shown.status, shown.headers.get('cache-control'), html.includes('<base target="_blank">')]).toEqual([
    200,
    'private, no-store',
    true,
  ])
  // As when it runs: with its price.
  expect(html).toContain('Kopfsprung in die nächste Ausgabe')
  expect(html.replace(/\s/g, ' ')).toContain('2,99 €')
  expect(await (await pages.website(new Request(`${TEST_ORIGIN}/bald`), pages.apiFor(visitor))).text()).not.toContain(
    'Kopfsprung',
  )
  for (const cookie of ['', 'desk=wrong', 'session=abc']) {
    const rejected = await campaign(later, {}, cookie)
    expect([rejected.status, (await rejected.text()).includes('Kopfsprung')]).toEqual([401, false])
  }
})

test('its language is enough; its HTML is cleaned; what is missing is named', async () => {
  const { en, de } = sampleCampaign.words
  const facts = [{ title: 'Jetty', contentHTML: '<p>Wood<script>alert(1)</script></p>' }]
  const half = {
    ...sampleCampaign,
    key: 'half',
    words: { de: { ...de, headline: '' }, en: { ...en, headline: 'Dive in', facts } },
  }
  const html = await (await campaign(half, { language: 'en' })).text()
  expect(html).toMatch(/<html[^>]*lang="en"/)
  expect([html.includes('Dive in'), html.includes('alert(1)')]).toEqual([true, false])
  const rejected = await campaign(half)
  expect([rejected.status, ((await rejected.json()) as { field: string }).field]).toEqual([400, 'campaign.words.de.headline'])
})
