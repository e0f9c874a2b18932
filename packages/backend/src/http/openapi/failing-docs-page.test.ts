import { expect, test, vi } from 'vitest'
import { openTestApi } from '../../testing/open-test-api.ts'
import { docsPage } from './docs-page.ts'

vi.mock('./docs-page.ts', async (original) => ({
  docsPage: vi.fn((await original<typeof import('./docs-page.ts')>()).docsPage),
}))
const { api } = await openTestApi()

test('a page of the documentation that could not be made is made at the next request, and openapi.json does not wait for it', async () => {
  vi.mocked(docsPage).mockRejectedValueOnce(new Error('out of memory'))
  expect((await api.ask('openapi.json')).status).toBe(200)
  expect(docsPage).not.toHaveBeenCalled()
  const statuses = [await api.ask('docs'), await api.ask('docs'), await api.ask('docs')].map(({ status }) => status)
  expect([statuses, vi.mocked(docsPage).mock.calls.length]).toEqual([[500, 200, 200], 2])
})
