import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { connect } from '@kiosk/api/database/connect'
import { filesOfEnvironment } from '@kiosk/api/outside/files/file-settings'
import { fill } from '@kiosk/demo/fill'
import { makeFullScale } from '@kiosk/demo/full-scale/make-full-scale'
import { removeDemonstration } from '@kiosk/demo/remove'
import type { Command } from './kiosk.ts'

const HELP = `Usage: npm run kiosk -- demo [--remove | --issues N]

Fills the newsstand with the demonstration: invented magazines and newspapers, printed and imported here. On a newsstand
that has it already, adds what has appeared since. Start it again after an interruption: it goes on.

  --remove      takes everything of the demonstration off the shelf, files included
  --issues N    a catalogue of full scale for benchmarks instead, for instance 46000: text without PDFs, not for reading;
                names come from ../shared/titles.tsv where that file exists

Environment: DATA_DIR, DATABASE_URL.`

const MOST_ISSUES = 1_000_000

export const demoCommand: Command = {
  summary: 'the demonstration newsstand: fill, add to, remove',
  help: HELP,
  async run(args) {
    const { values } = parseArgs({ args, options: { remove: { type: 'boolean' }, issues: { type: 'string' } } })
    const issues = values.issues === undefined ? undefined : Number(values.issues)
    const wrong = issues !== undefined && !(Number.isInteger(issues) && issues >= 1 && issues <= MOST_ISSUES)
    if (wrong || (values.remove && issues !== undefined)) {
      console.error(HELP)
      return 64
    }
    const dataDir = process.env.DATA_DIR || fileURLToPath(new URL('../../../data', import.meta.url))
    const connection = await connect({ databaseUrl: process.env.DATABASE_URL || undefined, dataDir })
    const files = filesOfEnvironment(dataDir)
    const say = (line: string) => console.log(line)
    try {
      if (values.remove) say(`${await removeDemonstration({ connection, files })} issues of the demonstration are gone.`)
      else if (issues === undefined) await fillAgain({ connection, files, say })
      else {
        const titlesFile = fileURLToPath(new URL('../../../../shared/titles.tsv', import.meta.url))
        await makeFullScale({ connection, files, issues, titlesFile, say })
      }
      return 0
    } finally {
      await connection.close()
    }
  },
}

async function fillAgain(
  given: Pick<Parameters<typeof fill>[0], 'connection' | 'files'> & { say(line: string): void },
): Promise<void> {
  const stop = new AbortController()
  const end = () => stop.abort()
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  try {
    const today = new Date().toISOString().slice(0, 10)
    await fill({ ...given, today, onProgress: given.say, stop: stop.signal }).done
    given.say(stop.signal.aborted ? 'Stopped; the same command goes on from here.' : 'The demonstration is complete.')
  } finally {
    process.off('SIGINT', end)
    process.off('SIGTERM', end)
  }
}
