import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { adultTitlesNotice } from '@kiosk/api/catalogue/adult-titles'
import { connect } from '@kiosk/api/database/connect'
import { filesOfEnvironment } from '@kiosk/api/outside/files/file-settings'
import { importFiles } from '@kiosk/importer/import-files'
import { ImportProgress } from './import-progress.ts'
import type { Command } from './kiosk.ts'

const HELP = `Usage: npm run kiosk -- import FILES OR FOLDERS… [--title NAME] [--processes N]

Makes issues of PDFs: cover, pages, text, articles, search. Beside "name.pdf" may lie "name.json"; a folder may have an
INDEX.tsv (columns file, title, issue, date, language, …). A file that is there already is left alone; a corrected file takes
the place of its issue. Another publication does not: say "languageEdition": true for editions in several languages, or
"replaces": true for the right one of two files. Start it again after an interruption: it goes on.

  --title NAME     periodical of the files that say nothing of themselves
  --processes N    how many processes draw pages (one per core)

Exit code 0 when everything is there, 1 when a file was refused.
Environment: DATA_DIR, DATABASE_URL.`

export const importCommand: Command = {
  summary: 'PDFs become issues',
  help: HELP,
  async run(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { title: { type: 'string' }, processes: { type: 'string' } },
    })
    const processes = values.processes === undefined ? undefined : Number(values.processes)
    if (
      positionals.length === 0 ||
      (processes !== undefined && !(Number.isInteger(processes) && processes >= 1 && processes <= 64))
    ) {
      console.error(HELP)
      return 64
    }
    const dataDir = process.env.DATA_DIR || fileURLToPath(new URL('../../../data', import.meta.url))
    const connection = await connect({ databaseUrl: process.env.DATABASE_URL || undefined, dataDir })
    const progress = new ImportProgress(process.stdout)
    const stop = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
    try {
      const files = filesOfEnvironment(dataDir)
      const given = { connection, files, paths: positionals, title: values.title, processes, signal: stop.signal }
      const summary = await importFiles(given, progress)
      progress.end(summary)
      const notice = await adultTitlesNotice(connection.db)
      if (notice) progress.note(notice)
      return summary.refused > 0 ? 1 : 0
    } catch (error) {
      if (!stop.signal.aborted) throw error
      progress.note('stopped; start it again and it goes on')
      return 130
    } finally {
      await connection.close()
    }
  },
}
