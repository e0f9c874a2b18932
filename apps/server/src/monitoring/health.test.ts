import { expect, test } from 'vitest'
import { healthResponse, livenessResponse, readinessResponse } from './health.ts'

const DETAILS = { version: '1.2.3', environment: 'staging' }

test('health reports stalled jobs, and is 503 only without a database', async () => {
  const answers = [healthResponse('155', false), healthResponse('155', true), healthResponse(undefined, true)]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 503])
  expect(await Promise.all(answers.map((each) => each.json()))).toEqual([
    { status: 'ready' },
    { status: 'jobs stalled' },
    { status: 'no database' },
  ])
})

test('detailed health has version, environment and schema, also without a database', async () => {
  expect(await healthResponse('155', true, DETAILS).json()).toEqual({ status: 'jobs stalled', ...DETAILS, schema: '155' })
  expect(await healthResponse(undefined, false, DETAILS).json()).toEqual({ status: 'no database', ...DETAILS, schema: null })
})

test('a server is ready with a database until it stops, and alive all the time', async () => {
  const answers = [
    livenessResponse(),
    readinessResponse({ isDraining: false, hasDatabase: true }),
    readinessResponse({ isDraining: false, hasDatabase: false }),
    readinessResponse({ isDraining: true, hasDatabase: true }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 503, 503])
  expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(Array(4).fill('no-store'))
  const bodies = (await Promise.all(answers.map((each) => each.json()))) as { status: string }[]
  expect(bodies.map(({ status }) => status)).toEqual(['alive', 'ready', 'no database', 'draining'])
})
