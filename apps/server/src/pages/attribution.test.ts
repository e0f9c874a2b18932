import { fakeCardProvider } from '@kiosk/backend/adapters/payments/testing/fake-card-provider'
import { createIssue, createTitle } from '@kiosk/backend/catalogue/testing/titles-and-issues'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { type TestApi, testApi } from '@kiosk/backend/testing/api'
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { attribute, elements } from '../testing/elements.ts'
import { type Newsstand, testNewsstand } from '../testing/newsstand.ts'

vi.mock('../../../reader/src/document/built-assets.ts', () => ({
  buildFolder: '/nowhere/',
  builtAssets: (name: string) => ({ script: `/reader/assets/${name}.js`, modules: [], styles: [] }),
}))

let connection: Connection
let api: TestApi
let newsstand: Newsstand
const came = {
  utm_source: 'plakat & "co"',
  utm_medium: 'post',
  utm_campaign: 'herbst',
  referrer: 'https://club.example/seite?x=1',
}
const landing = (path: string) => `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(came)}`

beforeAll(async () => {
  connection = await testDatabase()
  const title = await createTitle(connection.db, { key: 'bergblick', name: 'Bergblick', subscriptions: [1, 2] })
  for (const day of [1, 2, 3])
    await createIssue(connection.db, { title, uid: `berg${day}`, issue_date: `2026-10-0${day}`, pages: ['Murmeltier', 'Grat'] })
  api = await testApi(connection, { payments: { card: fakeCardProvider().provider, wallet: null, store: null } })
  newsstand = await testNewsstand(api)
})
afterAll(async () => {
  await newsstand.close()
  await api.close()
  await connection.close()
})

/** Opens a path like a browser without scripts: follows redirects, and expects no cookies. */
async function open(path: string): Promise<{ path: string; page: Tree.Document }> {
  for (let steps = 0; steps < 5; steps++) {
    const answer = await newsstand.ask(path)
    const to = answer.headers.get('location')
    if (to === null) {
      expect([path, answer.status, answer.headers.getSetCookie()]).toEqual([path, 200, []])
      return { path, page: parse(await answer.text(), { scriptingEnabled: false }) }
    }
    path = to
  }
  throw new Error(`${path} leads in circles`)
}

/** Follows the first link to each path that begins with a step; `form` submits the form with that action, with `typed`. */
async function walk(from: string, steps: (string | { form: string; typed: Record<string, string> })[]) {
  let at = await open(from)
  for (const step of steps) {
    if (typeof step === 'string') {
      const link = elements(at.page, 'a').find((each) => attribute(each, 'href').startsWith(step))
      if (!link) throw new Error(`${at.path} has no link to ${step}`)
      at = await open(attribute(link, 'href'))
    } else {
      const form = elements(at.page, 'form').find((each) => attribute(each, 'action') === step.form)!
      const fields = elements(form, 'input').map((each): [string, string] => [attribute(each, 'name'), attribute(each, 'value')])
      const sent = new URLSearchParams({ ...Object.fromEntries(fields.filter(([name]) => name !== '')), ...step.typed })
      at = await open(`${step.form}?${sent}`)
    }
  }
  return at
}

/** Returns the attribution that the registration form submits. */
const fieldsOf = (page: Tree.Document) =>
  Object.fromEntries(
    elements(page, 'input')
      .map((each) => [attribute(each, 'name'), attribute(each, 'value')] as const)
      .filter(([name]) => /^(utm_|referrer)/.test(name)),
  )

test.each([
  ['a cover and the issue’s own button', '/magazines', ['/magazines/issues/berg3', '/user/register']],
  [
    'the reader and its end of the open pages',
    '/magazines/issues/berg3',
    ['/reader/issues/berg3', '/reader/issues/berg3?p=1', '/magazines/issues/berg3', '/user/register'],
  ],
  ['the menu, a text and the login', '/', ['/features', '/faq', '/imprint', '/user/login', '/user/register']],
  ['the name of the site', '/faq', ['/', '/magazines', '/magazines/issues/berg3', '/user/register']],
  [
    'the search',
    '/magazines',
    [
      { form: '/magazines', typed: { search: 'Murmeltier' } },
      '/reader/issues/berg3',
      '/magazines/issues/berg3',
      '/user/register',
    ],
  ],
  ['the questions', '/faq', [{ form: '/faq', typed: { search: 'Gerät' } }, '/feedback', '/user/login', '/user/register']],
  ['an address that leads on', '/magazine/bergblick', ['/user/register']],
  ['the old address of the home page', '/home', ['/user/login', '/user/register']],
  ['a page of an issue', '/magazines/issues/berg3?p=2', ['/magazines/issues/berg3', '/user/register']],
])('keeps the attribution across %s, without scripts and without cookies', async (_way, first, steps) => {
  const { page, path } = await walk(landing(first), steps)
  expect(path).toMatch(/^\/user\/register\?/)
  expect(fieldsOf(page)).toEqual(came)
})

test('keeps the attribution across the prices to the registration in the checkout', async () => {
  const { page, path } = await walk(landing('/user/subscription/pub'), ['/user/payment/overview'])
  expect(path).toMatch(/^\/user\/login\?/)
  expect(fieldsOf(page)).toEqual(came)
})

test('a page is the same for all visitors with the same attribution, and for all without', async () => {
  const text = async (path: string) => (await newsstand.ask(path)).text()
  expect(await text('/faq')).not.toMatch(/href="[^"]*(utm_|referrer=)/)
  const answers = await Promise.all([newsstand.ask(landing('/faq')), newsstand.ask(landing('/faq'))])
  expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(['public, no-cache', 'public, no-cache'])
  expect(answers[0]!.headers.get('etag')).toBe(answers[1]!.headers.get('etag'))
  expect(await answers[0]!.text()).toBe(await answers[1]!.text())
})
