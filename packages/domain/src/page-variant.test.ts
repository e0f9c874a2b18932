import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bringsSession } from './accounts/session-cookie.ts'
import { isSharedDevice } from './accounts/shared-device.ts'
import { cookieIn, cookiesIn } from './cookies.ts'
import { deviceKindOf } from './device-kind.ts'
import {
  bringsPersonalCookie,
  headersOfVariant,
  lookOf,
  oneTimeCookies,
  type PageVariant,
  partnerConsent,
  variantKey,
  variantOf,
} from './page-variant.ts'

test('uses the first of several cookies with one name, whatever the spacing', () => {
  expect([...cookiesIn(' a=1;a=2; b = x=y ;c;;=z;d=')]).toEqual([
    ['a', '1'],
    ['b', 'x=y'],
    ['d', ''],
  ])
  expect([cookieIn('d=', 'd'), cookieIn(null, 'd'), cookieIn('x=1;language=fr', 'language')]).toEqual([null, null, 'fr'])
})

test('detects the kind of device', () => {
  const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'
  expect(
    [android, 'curl/8.0', `${android} (compatible; Googlebot/2.1)`, 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X)', null].map(
      deviceKindOf,
    ),
  ).toEqual(['android', 'crawler', 'crawler', 'ios', 'desktop'])
})

const PARTNER = partnerConsent({ name: 'Anzeigenhaus' })!
const cookie = fc
  .array(
    fc.tuple(
      fc.constantFrom('language', 'theme', 'consent', 'consent_social', 'consent_ads', 'x', ' theme', 'Language'),
      fc.constantFrom('de', 'fr', 'en', 'dark', 'light', '1', '0', '', 'x=1', '"1"', PARTNER),
      fc.constantFrom('; ', ';', ';  ', ' ;'),
    ),
  )
  .map((pairs) => pairs.map(([name, value, end]) => `${name}=${value}${end}`).join(''))
const agent = fc.constantFrom(null, '', 'curl/8', 'Googlebot', 'Android', 'iPhone', 'X11; Linux')
const language = fc.constantFrom(null, '', 'fr', 'en-US,fr;q=0.5', 'fr;q=0,en', '*', 'DE-at')
const country = fc.constantFrom(null, 'AT', 'DE', 'CH', 'LU', 'IT')

test('headers made from a variant yield the same variant', () => {
  fc.assert(
    fc.property(cookie, agent, language, country, (cookie, userAgent, acceptLanguage, country) => {
      const variant = variantOf({ cookie, userAgent, acceptLanguage }, country, PARTNER)
      const made = new Headers(headersOfVariant(variant))
      const again = variantOf(
        { cookie: made.get('cookie'), userAgent: made.get('user-agent'), acceptLanguage: made.get('accept-language') },
        country,
        PARTNER,
      )
      expect(again).toEqual(variant)
      expect([variantKey(again), lookOf(again)]).toEqual([variantKey(variant), lookOf(variant)])
    }),
  )
})

test('different variants have different keys or looks', () => {
  const keyOf = (variant: PageVariant) => JSON.stringify([variantKey(variant), lookOf(variant), variant.languageChosen])
  fc.assert(
    fc.property(cookie, agent, language, country, cookie, agent, language, country, (...[c1, u1, l1, k1, c2, u2, l2, k2]) => {
      const one = variantOf({ cookie: c1, userAgent: u1, acceptLanguage: l1 }, k1, PARTNER)
      const other = variantOf({ cookie: c2, userAgent: u2, acceptLanguage: l2 }, k2, PARTNER)
      expect(keyOf(one) === keyOf(other)).toBe(JSON.stringify(one) === JSON.stringify(other))
    }),
  )
})

/** Cookie headers as browsers do not write them, but anybody can. */
const oddCookies = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...oneTimeCookies,
        'session',
        '__Host-session',
        '__Secure-x',
        'registration',
        'identity-apple',
        'shared_device',
      ),
      fc.constantFrom('language', 'theme', 'consent', 'Session', '"session"', '$Version', '%73ession'),
      fc.constantFrom('=', ';', '; ', ',', '"', "'", ' ', '\t', '\xa0', '\\', '%3b', '%3D', '==', ';;', '; ;'),
      fc.constantFrom('fr', '"fr"', 'dark', '1', '"1"', '%31', '\xe9', '\xad'),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

test('the cache reads every header as the page behind it does', () => {
  fc.assert(
    fc.property(oddCookies, (cookie) => {
      const asThePageGetsIt = new Request('https://kiosk.example/', { headers: { cookie } }).headers.get('cookie')
      expect(variantOf({ cookie }, null, PARTNER)).toEqual(variantOf({ cookie: asThePageGetsIt }, null, PARTNER))
      expect(bringsPersonalCookie(cookie)).toBe(bringsPersonalCookie(asThePageGetsIt))
      if (bringsPersonalCookie(cookie)) return
      // No page or call finds anything of a person in what the cache takes for a visitor's.
      const personal = [...oneTimeCookies, 'session', '__Host-session', '__Secure-x', 'registration', 'identity-apple']
      expect(personal.filter((name) => cookieIn(asThePageGetsIt, name) !== null)).toEqual([])
      expect([bringsSession(asThePageGetsIt), isSharedDevice(asThePageGetsIt)]).toEqual([false, false])
    }),
    { numRuns: 2_000 },
  )
})

test('a session, pending login or shared device makes a request personal, a preference does not', () => {
  for (const own of [
    'session=x',
    '__Host-session=',
    'a=1;session=x',
    'a=1;  __Host-x=1',
    '__Secure-terms=1',
    'identity-apple=x',
    ...oneTimeCookies.map((name) => `theme=dark; ${name}=x`),
    'second-factor=x',
    'shared_device=1',
  ])
    expect(bringsPersonalCookie(own), own).toBe(true)
  for (const choice of ['', 'language=fr; theme=dark; consent=1', 'device=abcdefgh', 'sessions=1', 'x=session=1'])
    expect(bringsPersonalCookie(choice), choice).toBe(false)
})

test('advertisements are allowed of the partner that was asked about, not of the next one', () => {
  const adsOf = (value: string, partner: string | null) =>
    variantOf({ cookie: `consent_ads=${value}` }, null, partner).consent.ads
  expect(PARTNER).toMatch(/^[0-9a-f]{8}$/)
  expect(adsOf(PARTNER, PARTNER)).toBe(PARTNER)
  expect(adsOf(PARTNER, partnerConsent({ name: 'Werbehaus' }))).toBeNull()
  for (const value of ['1', '0', '', PARTNER]) expect(adsOf(value, null)).toBeNull()
})
