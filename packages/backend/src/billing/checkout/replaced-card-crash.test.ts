// SIGKILL ends our process at any point between saving the reader's new card and the provider's deletion of the old one.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runWaitingJobs } from '../../jobs/testing/run-jobs.ts'
import type { ReplacerTask } from '../testing/card-replacer.ts'
import { type CrashScene, crashPoints, crashScene, runWorker, someSteps } from '../testing/crash.ts'

const POINTS = crashPoints(6)
let scene: CrashScene
beforeAll(async () => {
  scene = await crashScene()
})
afterAll(() => scene.close())

/**
 * Creates a reader with an old and a new card, and runs the worker that replaces the old one.
 * @returns the number of its steps; null = it was killed
 */
async function replace({ diesAt = null, diesAfterCommit = false }: Partial<ReplacerTask>) {
  const { connection, sandbox, now, reader, addMethod } = scene
  const { accountId, methodId: old } = await reader('succeeds')
  const methodId = await addMethod(accountId, 'succeeds')
  const task: ReplacerTask = {
    databaseUrl: connection.url,
    sandbox,
    at: now().toISOString(),
    accountId,
    methodId,
    diesAfterCommit,
    // A step that is never reached: the process is killed after the commit instead.
    diesAt: diesAfterCommit ? Number.MAX_SAFE_INTEGER : diesAt,
  }
  const before = await referenceOf(old)
  const steps = await runWorker(new URL('../testing/card-replacer.ts', import.meta.url), task)
  return { old, methodId, steps, reference: before }
}
const methodOf = (id: number) =>
  scene.connection.db.selectFrom('payment_methods').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const referenceOf = async (id: number) => (await methodOf(id)).reference
const isGoneThere = (reference: string) =>
  (scene.providerDb.prepare('select gone from methods where reference = ?').get(reference) as { gone: number }).gone === 1

/** Runs another server, which takes over from the killed one. */
async function recover(): Promise<void> {
  const { api, connection } = scene
  await sql`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker._private_jobs
    where locked_by is not null having count(*) > 0`.execute(connection.db)
  await runWaitingJobs(connection.url, api.ctx)
}

test('deletes a replaced card at the provider, also if the server is killed between its commit and the call', async () => {
  const { old, methodId, reference } = await replace({ diesAfterCommit: true })
  expect({ active: (await methodOf(old)).active, there: isGoneThere(reference) }).toEqual({ active: false, there: false })
  await recover()
  expect(isGoneThere(reference)).toBe(true)
  expect(await methodOf(old)).toMatchObject({ active: false, reference: `forgotten-${old}`, customer_reference: null })
  expect(isGoneThere(await referenceOf(methodId))).toBe(false)
})

test('a server killed at any step leaves the old card either in use or deleted', async () => {
  const { steps } = await replace({})
  expect(steps).toBeGreaterThan(10)
  const killed = []
  for (const diesAt of someSteps(steps!, POINTS)) killed.push(await replace({ diesAt }))
  await recover()
  for (const { old, methodId, reference } of killed) {
    const { active } = await methodOf(old)
    expect({ active, gone: isGoneThere(reference) }).toEqual({ active, gone: !active })
    expect(isGoneThere(await referenceOf(methodId)), 'the new card stays').toBe(false)
  }
  const { rows } = await sql`select id from graphile_worker._private_jobs`.execute(scene.connection.db)
  expect(rows).toEqual([])
}, 600_000)
