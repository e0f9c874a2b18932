import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { connect } from '@kiosk/api/database/connect'
import { countJobs, dropJobs, failedJobs, type ListedJob, retryJobs, troubledJobs } from '@kiosk/api/jobs/queries'
import { withoutAddresses } from '@kiosk/api/outside/mail/without-addresses'
import type { Command } from './kiosk.ts'
import { printable } from './printable.ts'

const HELP = `Usage: npm run kiosk -- jobs [--retry ID|all | --drop ID]

What the newsstand does beside answering: mails, housekeeping. Shows what waits, what runs, and what has failed.

  --retry ID    lets a job run at once, with all its tries; "all": every job that is not tried again by itself
  --drop ID     throws a job away; one that runs at the moment is left alone

A failed job is tried again by itself, ever more rarely, for some days; then it stays here as "failed".

Environment: DATA_DIR, DATABASE_URL.`

const MOST_SHOWN = 100
const WRONG_USE = 64

export const jobsCommand: Command = {
  summary: 'mails and other work that waits: show, retry, drop',
  help: HELP,
  async run(args) {
    const { values } = parseArgs({ args, options: { retry: { type: 'string' }, drop: { type: 'string' } } })
    const { retry, drop } = values
    const wrong = (id: string | undefined) => id !== undefined && !/^[1-9]\d{0,14}$/.test(id)
    if ((retry !== undefined && drop !== undefined) || (retry !== 'all' && wrong(retry)) || wrong(drop)) {
      console.error(HELP)
      return WRONG_USE
    }
    const dataDir = process.env.DATA_DIR || fileURLToPath(new URL('../../../data', import.meta.url))
    const { db, close } = await connect({ databaseUrl: process.env.DATABASE_URL || undefined, dataDir })
    try {
      if (retry !== undefined) {
        const ids = retry === 'all' ? await failedJobs(db) : [Number(retry)]
        return tell(await retryJobs(db, ids), 'run again', retry === 'all')
      }
      if (drop !== undefined) return tell(await dropJobs(db, [Number(drop)]), 'thrown away', false)
      const counts = await countJobs(db)
      if (counts.length === 0) console.log('Nothing waits.')
      for (const { name, state, count } of counts)
        console.log(`${name.padEnd(14)} ${state.padEnd(8)} ${String(count).padStart(7)}`)
      const jobs = await troubledJobs(db, MOST_SHOWN)
      if (jobs.length > 0) console.log(`\n${jobs.map(lineOf).join('\n')}`)
      return 0
    } finally {
      await close()
    }
  },
}

function tell(count: number, done: string, noneIsFine: boolean): number {
  console.log(count === 1 ? `1 job: ${done}.` : `${count} jobs: ${done}.`)
  return count > 0 || noneIsFine ? 0 : 1
}

/** One job, without whom it is for. */
function lineOf({ id, name, letter, state, attempts, maxAttempts, runAt, error }: ListedJob): string {
  const when = state === 'again' ? `, next ${runAt.toISOString().slice(0, 19)}Z` : ''
  const head = `#${id} ${name}${letter && ` (${letter})`}: ${state}, try ${attempts} of ${maxAttempts}${when}`
  return error ? `${head}\n    ${printable(withoutAddresses(error.split('\n', 1)[0] ?? ''))}` : head
}
