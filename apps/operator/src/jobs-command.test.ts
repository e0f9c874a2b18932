import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { enqueue } from '@kiosk/backend/jobs/enqueue'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { runCommand } from './run-command.ts'

let connection: Connection
beforeAll(async () => {
  connection = await testDatabase()
  vi.stubEnv('DATABASE_URL', connection.url)
})
afterEach(() => sql`delete from graphile_worker._private_jobs`.execute(connection.db))
afterAll(async () => {
  vi.unstubAllEnvs()
  await connection.close()
})

async function jobs(...args: string[]): Promise<{ status: number; output: string }> {
  const lines: unknown[] = []
  const listen = (line: unknown) => void lines.push(line)
  const spies = [vi.spyOn(console, 'log').mockImplementation(listen), vi.spyOn(console, 'error').mockImplementation(listen)]
  const status = await runCommand(['jobs', ...args])
  for (const spy of spies) spy.mockRestore()
  return { status, output: lines.join('\n') }
}

async function failing(attempts: number): Promise<number> {
  await enqueue(connection.db, 'letter', { letter: 'recovery', accountId: 7 })
  const { rows } = await sql<{ id: number }>`update graphile_worker._private_jobs
    set attempts = ${attempts}, last_error = '450 4.2.1 <mira.holm@example.org> try later' || chr(10) || 'at line 1'
    where id = (select max(id) from graphile_worker._private_jobs) returning id`.execute(connection.db)
  return rows[0]!.id
}

test('reports that there are no jobs', async () => {
  expect(await jobs()).toEqual({ status: 0, output: 'There are no jobs.' })
})

test('shows waiting and failed jobs without their recipients', async () => {
  await enqueue(connection.db, 'letter', { letter: 'verification', accountId: 7 })
  const again = await failing(2)
  const failed = await failing(25)
  const { status, output } = await jobs()
  expect(status).toBe(0)
  for (const state of ['waiting', 'again', 'failed']) expect(output).toMatch(new RegExp(`^letter +${state} +1$`, 'm'))
  expect(output).toMatch(new RegExp(`^#${again} letter \\(recovery\\): again, try 2 of 25, next \\S+Z$`, 'm'))
  expect(output).toMatch(new RegExp(`^#${failed} letter \\(recovery\\): failed, try 25 of 25\n {4}450 4.2.1 .* try later$`, 'm'))
  expect(output).not.toContain('mira')
})

test('retries or deletes one failed job or all', async () => {
  const [first, second, third] = [await failing(25), await failing(25), await failing(25)]
  expect(await jobs('--retry', String(first))).toEqual({ status: 0, output: '1 job: queued again.' })
  expect(await jobs('--drop', String(second))).toEqual({ status: 0, output: '1 job: deleted.' })
  expect(await jobs('--retry', 'all')).toEqual({ status: 0, output: '1 job: queued again.' })
  expect((await jobs()).output).toMatch(/^letter +waiting +2$/)
  expect((await jobs('--drop', String(second))).status).toBe(1)
  expect(third).toBeGreaterThan(second)
})

test.each([[['--retry', 'some']], [['--drop', 'all']], [['--drop', '1', '--retry', '2']], [['--drop', '-1']]])(
  'rejects the arguments %j with the help text and changes nothing',
  async (args) => {
    await failing(25)
    const { status, output } = await jobs(...args)
    expect(status).toBe(64)
    expect(output).toContain('Usage')
    expect((await jobs()).output).toContain('failed')
  },
)
