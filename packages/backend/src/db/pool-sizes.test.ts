import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DEFAULT_EMAIL_RATES } from '../settings/settings.ts'
import { connectionsOfProcess, embeddedConnections, SERVING_CONNECTIONS } from './pool-sizes.ts'

const document = (file: string) => readFileSync(`docs/${file}`, 'utf8')
const { answering, jobs } = connectionsOfProcess(DEFAULT_EMAIL_RATES)

test('documents say how many connections a server has', () => {
  expect(document('operating.md')).toContain(
    `up to ${answering} connections to the database; the first one, which runs the jobs, ${jobs} more`,
  )
  const throughPooler = Object.values(SERVING_CONNECTIONS).reduce((sum, each) => sum + each, 0)
  expect(document('operating.md')).toContain(`\`DATABASE_DIRECT_URL\`, up to ${answering + jobs - throughPooler} connections`)
  expect(document('runbook/database-away.md')).toContain(`each server needs up to ${answering + jobs}`)
})

test('the embedded database accepts those of all processes, also with the most e-mails at once', () => {
  expect(embeddedConnections(1, DEFAULT_EMAIL_RATES)).toBeGreaterThanOrEqual(100)
  const most = { atOnce: 50, bulkAtOnce: 50 }
  const more = most.atOnce - DEFAULT_EMAIL_RATES.atOnce + most.bulkAtOnce - DEFAULT_EMAIL_RATES.bulkAtOnce
  expect(embeddedConnections(1, most)).toBe(embeddedConnections(1, DEFAULT_EMAIL_RATES) + more)
  expect(embeddedConnections(4, most)).toBeGreaterThanOrEqual(4 * answering + connectionsOfProcess(most).jobs + 20)
})
