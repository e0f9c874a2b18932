import { today } from '@kiosk/contract/desk-routes'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { createDeskContext } from './desk-context.ts'

const context = (answer: Response | null, address = '/desk/readers') =>
  createDeskContext(new RouterContextProvider(), new Request(`https://kiosk.example${address}`), {
    api: async () => answer ?? Promise.reject(new TypeError('fetch failed')),
    siteName: 'Kiosk',
  })

test.each([
  [429, '47'],
  [503, '5'],
])('a page whose calls are answered %i names when to come again', async (status, seconds) => {
  const ctx = context(Response.json({ code: 'unavailable' }, { status, headers: { 'retry-after': seconds } }))
  await expect(ctx.me()).rejects.toMatchObject({ init: { status: 503 } })
  expect(ctx.retryAfter).toBe(seconds)
})

test('a page whose calls are not answered at all names when to come again, too', async () => {
  const ctx = context(null)
  await expect(ctx.call(today)).rejects.toMatchObject({ init: { status: 503 } })
  expect(ctx.retryAfter).toBe('5')
})

test.each([
  ['/desk/readers?search=a', '/desk/readers?search=a'],
  ['/desk/front/web_de.data', '/desk/front/web_de'],
  ['/desk/_.data', '/desk/'],
  ['/desk/readers.data?search=a&_routes=readers', '/desk/readers?search=a'],
])('who is signed out at %s comes back to the page', async (address, page) => {
  const ctx = context(Response.json({ code: 'not_signed_in' }, { status: 401 }), address)
  const thrown = await ctx.call(today).catch((error: Response) => error)
  expect((thrown as Response).headers.get('location')).toBe(`/sign-in?to=${encodeURIComponent(page)}`)
})
