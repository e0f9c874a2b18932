import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ApiClient } from '../api-client.ts'
import { DETAILS_PATIENCE, loadDetails } from './issue-loading.ts'
import { sampleDetails } from './sample-issues.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const details = { details: sampleDetails(), readersReadIssues: { issues: [] } }
/** An API whose details take so many milliseconds. */
const slowApi = (milliseconds: number) =>
  ({ call: () => new Promise((resolve) => setTimeout(() => resolve(details), milliseconds)) }) as unknown as ApiClient

test('details that take too long are not waited for: cover and title stand without them', async () => {
  const loaded = loadDetails(slowApi(DETAILS_PATIENCE + 1), 'u1', undefined)
  await vi.advanceTimersByTimeAsync(DETAILS_PATIENCE)
  expect(await loaded).toBeNull()
})

test('details that come in time are there', async () => {
  const loaded = loadDetails(slowApi(DETAILS_PATIENCE - 1), 'u1', undefined)
  await vi.advanceTimersByTimeAsync(DETAILS_PATIENCE)
  expect(await loaded).toEqual(details)
})
