import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { shellScript } from './shell-script.ts'

/** Returns the browser's storage after the script has run on a page. */
function storageAfter({ signedIn = false, sessionUnknown = false }): Record<string, string> {
  const stored: Record<string, string> = {
    'reader.account-positions': '[]',
    'website.account-searches': '[]',
    'reader.offline': '1',
  }
  const localStorage = new Proxy(stored, {
    get: (_, name: string) => (name === 'removeItem' ? (key: string) => delete stored[key] : stored[name]),
  })
  const document = {
    documentElement: { dataset: sessionUnknown ? { sessionUnknown: 'true' } : {} },
    referrer: '',
    addEventListener: () => undefined,
    querySelector: (selector: string) => (selector.includes('/user/logout') && signedIn ? {} : null),
  }
  const IntersectionObserver = class {}
  runInNewContext(shellScript, {
    document,
    IntersectionObserver,
    localStorage,
    addEventListener: () => undefined,
    setTimeout: () => 0,
  })
  return stored
}

const untouched = { 'reader.account-positions': '[]', 'website.account-searches': '[]', 'reader.offline': '1' }

test.each([
  ['nobody is signed in', {}, { 'reader.offline': 'signed-out' }],
  ['somebody is signed in', { signedIn: true }, untouched],
  ['the session could not be looked up', { sessionUnknown: true }, untouched],
])('on a page where %s, handles stored positions and downloads accordingly', (_, page, left) => {
  expect(storageAfter(page)).toEqual(left)
})
