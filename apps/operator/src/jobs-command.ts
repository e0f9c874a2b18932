import { dropJobs, errorLine, retryJobs } from '@kiosk/backend/desk/manage-jobs'
import { count } from '@kiosk/backend/format-count'
import { countJobs, failedJobs, type ListedJob, troubledJobs } from '@kiosk/backend/jobs/queries'
import { DATA_ENVIRONMENT, type DeclareCommand, withExitCode } from './command.ts'
import { parser } from './parse-values.ts'
import { withChanges } from './with-database.ts'

const MOST_SHOWN = 100

export const declare: DeclareCommand = (command) => {
  const id = parser((typed) => (/^[1-9]\d{0,14}$/.test(typed) ? Number(typed) : null), 'It must be a job number, such as 7.')
  command
    .description(
      `Shows waiting, running and failed background jobs: e-mails, billing, cleanup. A failed job is retried with increasing delays
      for several days; after that it stays in the list as "failed".`,
    )
    .option(
      '--retry <ID>',
      'runs a job at once, with a new set of attempts; "all": every job that has no attempts left',
      (typed) => (typed === 'all' ? typed : id(typed)),
    )
    .addOption(command.createOption('--drop <ID>', 'deletes a job, unless it is running').argParser(id).conflicts('retry'))
    .addHelpText('after', DATA_ENVIRONMENT)
    .action(
      withExitCode(({ retry, drop }) =>
        withChanges(async (ctx) => {
          const { db } = ctx
          if (retry !== undefined) {
            const ids = retry === 'all' ? await failedJobs(db) : [retry]
            return printDone(await retryJobs(ctx, ids), 'queued again', retry === 'all')
          }
          if (drop !== undefined) return printDone(await dropJobs(ctx, [drop]), 'deleted', false)
          const counts = await countJobs(db)
          if (counts.length === 0) console.log('There are no jobs.')
          for (const { name, state, count: total } of counts)
            console.log(`${name.padEnd(14)} ${state.padEnd(8)} ${String(total).padStart(7)}`)
          const jobs = await troubledJobs(db, MOST_SHOWN)
          if (jobs.length > 0) console.log(`\n${jobs.map(lineOf).join('\n')}`)
          return 0
        }),
      ),
    )
}

function printDone(jobs: number, done: string, noneIsFine: boolean): number {
  console.log(`${count(jobs, 'job')}: ${done}.`)
  return jobs > 0 || noneIsFine ? 0 : 1
}

/** Formats a job, without the account that it is for. */
function lineOf({ id, name, letter, state, attempts, maxAttempts, runAt, error }: ListedJob): string {
  const when = state === 'again' ? `, next ${runAt.toISOString().slice(0, 19)}Z` : ''
  const head = `#${id} ${name}${letter && ` (${letter})`}: ${state}, try ${attempts} of ${maxAttempts}${when}`
  return error ? `${head}\n    ${errorLine(error)}` : head
}
