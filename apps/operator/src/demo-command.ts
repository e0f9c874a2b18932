import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { fill } from '@kiosk/demo/fill'
import { makeFullScale } from '@kiosk/demo/full-scale/make-full-scale'
import { removeDemonstration } from '@kiosk/demo/remove'
import { dayInUtc } from '@kiosk/domain/day'
import type { Command } from './command.ts'
import { withData } from './with-database.ts'

const HELP = `Usage: npm run kiosk -- demo [--remove | --issues N]

Creates and imports the demonstration: fictional magazines and newspapers, rendered as PDFs. If the demonstration is already
there, adds the issues published since. After an interruption, run it again to continue.

  --remove      removes all titles and issues of the demonstration, with their files
  --issues N    creates a full-scale catalogue for benchmarks instead, for example 46000: text without PDFs, not for reading;
                title names come from ../shared/titles.tsv if that file exists

Environment: DATA_DIR, DATABASE_URL.`

const MOST_ISSUES = 1_000_000

export const demoCommand: Command = {
  summary: 'the demonstration: create, update, remove',
  help: HELP,
  async run(args) {
    const { values } = parseArgs({ args, options: { remove: { type: 'boolean' }, issues: { type: 'string' } } })
    const issues = values.issues === undefined ? undefined : Number(values.issues)
    const wrong = issues !== undefined && !(Number.isInteger(issues) && issues >= 1 && issues <= MOST_ISSUES)
    if (wrong || (values.remove && issues !== undefined)) {
      console.error(HELP)
      return 64
    }
    const say = (line: string) => console.log(line)
    return withData(async ({ connection, files }) => {
      if (values.remove) say(`${await removeDemonstration({ connection, files })} issues of the demonstration removed.`)
      else if (issues === undefined) await fillAgain({ connection, files, say })
      else {
        const titlesFile = fileURLToPath(new URL('../../../../shared/titles.tsv', import.meta.url))
        await makeFullScale({ connection, files, issues, titlesFile, say })
      }
      return 0
    })
  },
}

async function fillAgain(
  options: Pick<Parameters<typeof fill>[0], 'connection' | 'files'> & { say(line: string): void },
): Promise<void> {
  const stop = new AbortController()
  const end = () => stop.abort()
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  try {
    const today = dayInUtc(new Date())
    await fill({ ...options, today, onProgress: options.say, stop: stop.signal }).done
    options.say(stop.signal.aborted ? 'Stopped. Run the same command again to continue.' : 'The demonstration is complete.')
  } finally {
    process.off('SIGINT', end)
    process.off('SIGTERM', end)
  }
}
