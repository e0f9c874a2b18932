import { type RebuildResult, rebuildByUid, rebuildNext } from '@kiosk/backend/catalogue/rebuilds/rebuild-issues'
import { countDue, failedRebuilds, MOST_COUNTED } from '@kiosk/backend/catalogue/rebuilds/rebuild-queue'
import type { Database } from '@kiosk/backend/db/connect'
import { count } from '@kiosk/backend/format-count'
import { printable } from '@kiosk/backend/printable'
import { createPdfImporter } from '@kiosk/importer/pdf-importer'
import { createWorkers } from '@kiosk/importer/workers/workers'
import { pino } from 'pino'
import { layoutOfCommand } from './layout-of-command.ts'
import { untilStopped } from './until-stopped.ts'
import { withData } from './with-database.ts'

type Named = { all?: true | undefined; dryRun?: true | undefined }

/** Reads issues again: the named ones, or with `all` those that an earlier version has read. @returns exit code */
export function rebuild(uids: readonly string[], { all, dryRun }: Named): Promise<number> {
  if (uids.length > 0 === (all === true) && !dryRun) {
    console.error('error: name issues, or use --all.')
    return Promise.resolve(64)
  }
  return withData(({ connection: { db }, files }) =>
    untilStopped(async (stop) => {
      if (dryRun) return await list(db)
      const workers = createWorkers({ background: true, layout: layoutOfCommand(console.error) })
      const end = () => void workers.close()
      stop.addEventListener('abort', end)
      const pdfImporter = createPdfImporter({ workers })
      const ctx = { db, files, pdfImporter, log: pino({ level: 'silent' }), now: () => new Date() }
      try {
        return all ? await rebuildAll(ctx, stop) : await rebuildNamed(ctx, uids, stop)
      } catch (error) {
        if (!stop.aborted) throw error
        console.log('Stopped; run it again to continue.')
        return 130
      } finally {
        stop.removeEventListener('abort', end)
        await workers.close()
      }
    }),
  )
}

type Context = Parameters<typeof rebuildNext>[0]

async function rebuildNamed(ctx: Context, uids: readonly string[], stop: AbortSignal): Promise<number> {
  let failed = 0
  for (const uid of uids) {
    stop.throwIfAborted()
    const result = await rebuildByUid(ctx, uid, stop)
    if (result?.outcome !== 'rebuilt') failed++
    console.log(result ? lineOf(result) : `${uid}  There is no such issue, or it is being read now.`)
  }
  return failed > 0 ? 1 : 0
}

async function rebuildAll(ctx: Context, stop: AbortSignal): Promise<number> {
  const due = await countDue(ctx.db)
  const tried = new Set<string>()
  let failed = 0
  for (;;) {
    stop.throwIfAborted()
    const result = await rebuildNext(ctx, { signal: stop, isPatient: false, skip: tried })
    if (!result) break
    tried.add(result.uid)
    if (result.outcome !== 'rebuilt') failed++
    console.log(`${tried.size}/${Math.max(due, tried.size)}  ${lineOf(result)}`)
  }
  console.log(`Read again: ${count(tried.size - failed, 'issue')}; not read: ${failed}.`)
  return failed > 0 ? 1 : 0
}

function lineOf(result: RebuildResult): string {
  const said = result.outcome === 'rebuilt' ? count(result.articles, 'article') : `not read: ${result.problem}`
  return printable(`${result.uid}  ${result.name}: ${said}`)
}

async function list(db: Database): Promise<number> {
  const due = await countDue(db)
  const were = count(due, 'issue was', 'issues were')
  console.log(`${due >= MOST_COUNTED ? 'At least ' : ''}${were} read by an earlier version.`)
  for (const { uid, name, problem, tries, retryAt } of await failedRebuilds(db)) {
    const when = retryAt ? `failed ${count(tries, 'time')}, again after ${retryAt.toISOString()}` : 'stays as it is'
    console.log(printable(`${uid}  ${name}: ${problem} (${when})`))
  }
  return 0
}
