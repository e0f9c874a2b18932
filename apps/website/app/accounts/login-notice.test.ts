import { afterEach, expect, it, vi } from 'vitest'
import { tellingOfLogin } from './login-notice.ts'

const events: string[] = []
function aPage(webAppElsewhere?: string, answer: () => Response = () => Response.json({ sessionToken: 'handed' })) {
  events.length = 0
  const fetched = vi.fn(async (_address: string | URL, _init?: RequestInit) => answer())
  vi.stubGlobal('dispatchEvent', (event: Event) => events.push(event.type))
  vi.stubGlobal('document', { querySelector: () => (webAppElsewhere ? { dataset: { webAppElsewhere } } : null) })
  vi.stubGlobal('fetch', fetched)
  return fetched
}
const leadingTo = (location: string) => ({
  serverAction: () => Promise.reject(new Response(null, { status: 303, headers: { location } })),
})
const leadsOn = leadingTo('/user/account')
afterEach(() => vi.unstubAllGlobals())

it('emits the login event and follows the redirect', async () => {
  const fetched = aPage()
  await expect(tellingOfLogin(leadsOn)).rejects.toBeInstanceOf(Response)
  expect(events).toEqual(['userdata-changed', 'automatic-login'])
  expect(fetched).not.toHaveBeenCalled()
})

it('emits no login event for form errors and failures', async () => {
  aPage()
  expect(await tellingOfLogin({ serverAction: async () => 'wrong password' })).toBe('wrong password')
  await expect(tellingOfLogin({ serverAction: () => Promise.reject(new Error('offline')) })).rejects.toThrow('offline')
  expect(events).toEqual([])
})

it.each(['/user/login?step=code&redirect=%2Ffaq', '/user/register/acceptTerms?redirect=%2Ffaq'])(
  'ignores a step before the login: %s',
  async (step) => {
    const fetched = aPage('https://read.example/app')
    await expect(tellingOfLogin(leadingTo(step))).rejects.toBeInstanceOf(Response)
    expect(events).toEqual([])
    expect(fetched).not.toHaveBeenCalled()
  },
)

it('hands the session to an external web app and continues when it does not answer in time', async () => {
  const fetched = aPage('https://read.example/app')
  await expect(tellingOfLogin(leadsOn)).rejects.toBeInstanceOf(Response)
  expect(fetched.mock.calls.map(([address]) => String(address))).toEqual([
    '/user/web-app-session',
    'https://read.example/app?sessionToken=handed',
  ])
  aPage('https://read.example/app', () => {
    throw new TypeError('refused')
  })
  await expect(tellingOfLogin(leadsOn)).rejects.toBeInstanceOf(Response)
})
