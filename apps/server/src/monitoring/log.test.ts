import { inTrace } from '@kiosk/backend/trace'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { createMeasurements } from './measurements.ts'

test('lines of the log contain nothing of what libraries attach to their errors', () => {
  let written = ''
  const write = (line: string) => {
    written += line
  }
  const log = createLog('info', createMeasurements(), { write })
  const violated = Object.assign(new Error('duplicate key'), { detail: 'Key (email)=(mira@example.org) exists' })
  const lost = Object.assign(new Error('connection lost'), { client: { secretKey: 1228996351 } })
  for (const err of [violated, lost]) log.child({ queue: 'letter' }).warn({ event: 'jobs.connection-lost', err }, 'lost')
  expect(written).toContain('duplicate key')
  expect(written).toContain('connection lost')
  for (const attached of ['mira@example.org', '1228996351']) expect(written).not.toContain(attached)
})

test('lines of the log carry their trace, and warnings and errors are counted by event', async () => {
  const lines: Record<string, unknown>[] = []
  const measurements = createMeasurements()
  const log = createLog('info', measurements, { write: (line) => void lines.push(JSON.parse(line)) })
  inTrace('00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', () => {
    log.info({ event: 'email.sent' }, 'e-mail sent')
    log.child({ queue: 'letter' }).warn({ event: 'jobs.runner-stopped' }, 'job runner stopped')
  })
  log.error({ event: 'operator.alarm', kind: 'suspense' }, 'operator alarm raised')
  log.error({ event: 'operator.alarm', kind: 'suspense' }, 'operator alarm raised')
  log.debug({ event: 'not.written' }, 'not written')
  expect(lines.map(({ event, trace, msg }) => [event, trace, msg])).toEqual([
    ['email.sent', '4bf92f3577b34da6a3ce929d0e0e4736', 'e-mail sent'],
    ['jobs.runner-stopped', '4bf92f3577b34da6a3ce929d0e0e4736', 'job runner stopped'],
    ...Array(2).fill(['operator.alarm', undefined, 'operator alarm raised']),
  ])
  const text = await measurements.registry.metrics()
  expect(text.match(/^kiosk_log_lines_total.*$/gm)).toEqual([
    'kiosk_log_lines_total{level="warn",event="jobs.runner-stopped"} 1',
    'kiosk_log_lines_total{level="error",event="operator.alarm"} 2',
  ])
})
