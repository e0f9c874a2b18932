import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { shellScript } from './shell-script.ts'

type Opened = {
  account?: string
  /** The account whose page was opened last. */
  before?: string
  sessionUnknown?: boolean
  prerendering?: boolean
  cookie?: string
  stored?: Record<string, string>
  pathname?: string
}

/** Runs the script on a page. */
function open({ account, sessionUnknown, prerendering = false, cookie = '', stored = {}, before, pathname = '/' }: Opened) {
  if (before) stored['website.account'] = before
  const localStorage = new Proxy(stored, {
    get: (_, name: string) => (name === 'removeItem' ? (key: string) => delete stored[key] : stored[name]),
  })
  const listeners: Record<string, (event: { persisted: boolean; key: string }) => void> = {}
  const addEventListener = (name: string, listener: () => void) => {
    listeners[name] = listener
  }
  const attributes: Record<string, string> = {}
  let reloads = 0
  const document = {
    documentElement: {
      lang: 'de',
      dataset: { ...(sessionUnknown && { sessionUnknown: 'true' }), ...(account && { account }) },
      setAttribute: (name: string, value: string) => {
        attributes[name] = value
      },
      removeAttribute: (name: string) => delete attributes[name],
    },
    cookie,
    prerendering,
    referrer: '',
    addEventListener,
    querySelector: () => null,
    querySelectorAll: () => [],
  }
  const IntersectionObserver = class {}
  const replaced: string[] = []
  const location = { pathname, reload: () => reloads++, replace: (to: string) => replaced.push(to) }
  runInNewContext(shellScript, { document, IntersectionObserver, localStorage, location, addEventListener, setTimeout: () => 0 })
  return {
    stored,
    attributes,
    replaced,
    /** Brings the page back, or opens what was rendered ahead; returns how often it has loaded again. */
    openAgain(event: 'pageshow' | 'prerenderingchange' | 'storage', changed: { cookie?: string } = {}): number {
      Object.assign(document, changed)
      listeners[event]!({ persisted: true, key: 'website.account' })
      return reloads
    },
  }
}

const ofAccount = { 'reader.account-positions': '[]', 'website.account-searches': '[]' }

test.each([
  ['nobody is signed in', {}, { 'reader.offline': 'signed-out' }],
  ['somebody is signed in', { account: 'a' }, { ...ofAccount, 'reader.offline': '1', 'website.account': 'a' }],
  ['the device is shared', { account: 'a', cookie: 'shared_device=1' }, { ...ofAccount, 'reader.offline': '1' }],
  ['another account has signed in', { account: 'b', before: 'a' }, { 'reader.offline': 'signed-out', 'website.account': 'b' }],
  [
    'another account has signed in on a device that is shared',
    { account: 'b', before: 'a', cookie: 'shared_device=1' },
    { 'reader.offline': 'signed-out' },
  ],
  ['the session could not be looked up', { sessionUnknown: true }, { ...ofAccount, 'reader.offline': '1' }],
  ['nobody has opened it yet', { prerendering: true }, { ...ofAccount, 'reader.offline': '1' }],
])('on a page where %s, handles what is stored accordingly', (_, page, left) => {
  expect(open({ ...page, stored: { ...ofAccount, 'reader.offline': '1' } }).stored).toEqual(left)
})

test.each(['pageshow', 'prerenderingchange'] as const)('a page loads again at %s if somebody has signed in or out', (event) => {
  const shared: Record<string, string> = {}
  const prerendering = event === 'prerenderingchange'
  const mine = { account: 'a', prerendering, stored: shared }
  open({ account: 'a', stored: shared })
  const page = open(mine)
  expect(page.openAgain(event)).toBe(0)
  open({ stored: shared })
  expect(page.openAgain(event)).toBe(1)
  const ofVisitor = open({ prerendering, stored: shared })
  expect(ofVisitor.openAgain(event)).toBe(0)
  open({ account: 'b', stored: shared })
  expect([page.openAgain(event), ofVisitor.openAgain(event)]).toEqual([2, 1])
})

test('the page of an account loads again as soon as another tab signs out or another account in', () => {
  const stored: Record<string, string> = {}
  const ofVisitor = open({ stored })
  const page = open({ account: 'a', stored })
  expect([page.openAgain('storage'), ofVisitor.openAgain('storage')]).toEqual([0, 0])
  open({ account: 'b', stored })
  expect([page.openAgain('storage'), ofVisitor.openAgain('storage')]).toEqual([1, 0])
  open({ stored })
  expect(page.openAgain('storage')).toBe(2)
})

test('the page of an account that has signed out without a network signs it out; pages of others and the sign-out itself do not', () => {
  const waiting = { before: '!a', stored: { ...ofAccount } }
  const page = open({ ...waiting, account: 'a' })
  expect([page.replaced, page.stored]).toEqual([['/user/logout'], { ...ofAccount, 'website.account': '!a' }])
  const shared = open({ account: 'a', before: '!', cookie: 'shared_device=1' })
  expect([shared.replaced, shared.stored]).toEqual([['/user/logout'], { 'website.account': '!' }])
  const failed = open({ ...waiting, account: 'a', pathname: '/user/logout' })
  expect([failed.replaced, failed.stored['website.account']]).toEqual([[], '!a'])
  const next = open({ account: 'b', before: '!a', stored: { ...ofAccount } })
  expect([next.replaced, next.stored]).toEqual([[], { 'website.account': 'b' }])
  const visitor = open({ before: '!a', stored: { ...ofAccount } })
  expect([visitor.replaced, visitor.stored]).toEqual([[], {}])
})

test('a page that comes back takes the theme and the language that were chosen meanwhile', () => {
  const page = open({})
  expect([page.openAgain('pageshow', { cookie: 'x=1; theme=dark' }), page.attributes]).toEqual([0, { 'data-theme': 'dark' }])
  expect([page.openAgain('pageshow', { cookie: 'theme=system' }), page.attributes]).toEqual([0, {}])
  expect(page.openAgain('pageshow', { cookie: 'language=fr' })).toBe(1)
})

test('what was rendered ahead is opened once', () => {
  const stored: Record<string, string> = { ...ofAccount }
  const page = open({ prerendering: true, stored })
  expect([page.openAgain('prerenderingchange'), stored]).toEqual([0, {}])
})
