import type { ApiClient } from '@kiosk/api-client/api-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DETAILS_TIMEOUT_MS, loadDetails } from './issue-loading.ts'
import { sampleDetails } from './testing/sample-issues.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const details = { details: sampleDetails(), readersReadIssues: { issues: [] } }
/** Returns an API that answers with the details after a delay. */
const slowApi = (milliseconds: number) =>
  ({ call: () => new Promise((resolve) => setTimeout(() => resolve(details), milliseconds)) }) as unknown as ApiClient

test('renders cover and title without details that exceed the timeout', async () => {
  const loaded = loadDetails(slowApi(DETAILS_TIMEOUT_MS + 1), 'u1', undefined)
  await vi.advanceTimersByTimeAsync(DETAILS_TIMEOUT_MS)
  expect(await loaded).toBeNull()
})

test('shows details that arrive in time', async () => {
  const loaded = loadDetails(slowApi(DETAILS_TIMEOUT_MS - 1), 'u1', undefined)
  await vi.advanceTimersByTimeAsync(DETAILS_TIMEOUT_MS)
  expect(await loaded).toEqual(details)
})
