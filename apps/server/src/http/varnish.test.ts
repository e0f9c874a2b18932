import { readFileSync } from 'node:fs'
import { SHARED_DEVICE_COOKIE } from '@kiosk/domain/accounts/shared-device'
import { carriesToken, loginTokenParameters } from '@kiosk/domain/accounts/token-parameters'
import { deviceKindOf } from '@kiosk/domain/device-kind'
import { preferredLanguage } from '@kiosk/domain/locale'
import { bringsPersonalCookie, oneTimeCookies } from '@kiosk/domain/page-variant'
import { regions } from '@kiosk/domain/regions'
import { describe, expect, test } from 'vitest'

// What ops/varnish.vcl says about requests is what the server says. `npm run bench cdn` runs it.

const vcl = readFileSync(new URL('../../../../ops/varnish.vcl', import.meta.url), 'utf8')

/** Returns the regular expression after a text of the file. */
function after(text: string): RegExp {
  const from = vcl.indexOf(text)
  expect(from, text).toBeGreaterThan(-1)
  const [, source = ''] = /"([^"\n]*)"/.exec(vcl.slice(from + text.length)) ?? []
  return source.startsWith('(?i)') ? new RegExp(source.slice(4), 'i') : new RegExp(source)
}

test('requests with a cookie of one browser pass, others do not', () => {
  const passes = after('|| req.http.Cookie ~ ')
  const personal = [
    ...oneTimeCookies,
    SHARED_DEVICE_COOKIE,
    'session',
    'registration',
    'identity-apple',
    '__Host-session',
    '__Secure-x',
  ]
  for (const name of personal) {
    for (const cookie of [`${name}=1`, `theme=dark; ${name}=1`, `theme=dark;${name}=`]) {
      expect([bringsPersonalCookie(cookie), passes.test(cookie)], cookie).toEqual([true, true])
    }
  }
  for (const name of ['theme', 'language', 'consent', 'consent_social', 'consent_ads', 'device', 'x-session', 'sessions']) {
    const cookie = `a=session; ${name}=1`
    expect([bringsPersonalCookie(cookie), passes.test(cookie)], cookie).toEqual([false, false])
  }
})

test('addresses with a token pass', () => {
  const passes = after('token-parameters.ts).\n    || req.url ~ ')
  for (const name of ['token', ...Object.keys(loginTokenParameters)]) {
    for (const address of [`/?${name}=x`, `/user/verify?a=1&${name}=x`]) {
      expect([carriesToken(address), passes.test(address)], address).toEqual([true, true])
    }
  }
  for (const address of ['/', '/?lang=en', '/magazines/token?x=1']) {
    expect([carriesToken(address), passes.test(address)], address).toEqual([false, false])
  }
})

describe('the look of a page', () => {
  test('the first language of browsers, which name them by weight', () => {
    const pattern = after('regsub(req.http.Accept-Language, ')
    for (const header of ['de-AT,de;q=0.9,en;q=0.8', 'EN-gb', 'it, fr;q=0.9', 'hu,cs;q=0.9, de;q=0.1', 'fr-CH']) {
      expect(header.replace(pattern, '$1').toLowerCase(), header).toBe(preferredLanguage(header))
    }
  })

  test('kinds of devices have a User-Agent that the server understands alike', () => {
    const kinds = [...vcl.matchAll(/set req\.http\.User-Agent = "([^"]*)"/g)].map(([, userAgent]) => deviceKindOf(userAgent))
    expect(kinds).toEqual(['crawler', 'android', 'ios', 'desktop'])
    const isCrawler = after('if (req.http.User-Agent ~ ')
    for (const crawler of [
      'Googlebot/2.1',
      'bingbot/2.0',
      'facebookexternalhit/1.1',
      'curl/8.5',
      'Twitterbot/1.0',
      'Slurp',
      'GPTBot/1.2',
    ]) {
      expect([deviceKindOf(crawler), isCrawler.test(crawler)], crawler).toEqual(['crawler', true])
    }
  })

  test('a country that nobody knows is one of no market', () => {
    expect(vcl).toContain('set req.http.X-Country = "XX"')
    expect(regions.map(({ country }) => country as string)).not.toContain('XX')
  })
})
