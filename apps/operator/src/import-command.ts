import { parseArgs } from 'node:util'
import { adultTitlesNotice } from '@kiosk/backend/catalogue/adult-titles'
import { importFiles } from '@kiosk/importer/import-files'
import type { Command } from './command.ts'
import { ImportProgress } from './import-progress.ts'
import { withData } from './with-database.ts'

const HELP = `Usage: npm run kiosk -- import FILES OR FOLDERS… [--title NAME] [--processes N]

Imports issues from PDF files: cover, pages, text, articles, search index. Metadata come from "name.json" beside "name.pdf" or
from an INDEX.tsv in the folder (columns file, title, issue, date, language, …). Files that are already imported are skipped; a
corrected file replaces its issue, but never another publication: set "languageEdition": true for editions in several
languages, or "replaces": true in the correct one of two files. After an interruption, run it again to continue.

  --title NAME     title for files without metadata
  --processes N    number of rendering processes (default: one per core)

Exit code 0 if all files are imported, 1 if a file was rejected.
Environment: DATA_DIR, DATABASE_URL.`

export const importCommand: Command = {
  summary: 'import issues from PDF files',
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
    return withData(async ({ connection, files }) => {
      const progress = new ImportProgress(process.stdout)
      const stop = new AbortController()
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
      try {
        const options = { connection, files, paths: positionals, title: values.title, processes, signal: stop.signal }
        const summary = await importFiles(options, progress)
        progress.end(summary)
        const notice = await adultTitlesNotice(connection.db)
        if (notice) progress.note(notice)
        return summary.refused > 0 ? 1 : 0
      } catch (error) {
        if (!stop.signal.aborted) throw error
        progress.note('stopped; run it again to continue')
        return 130
      }
    })
  },
}
