import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { createDeskContext } from './desk-context.ts'

const context = (answer: Response) =>
  createDeskContext(new RouterContextProvider(), new Request('https://kiosk.example/desk/readers'), {
    api: async () => answer,
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
