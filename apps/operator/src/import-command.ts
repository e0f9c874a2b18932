import { commandActor } from '@kiosk/backend/audit/actor'
import { adultTitlesNotice } from '@kiosk/backend/catalogue/adult-titles'
import { nearlySameTitlesNotice } from '@kiosk/backend/catalogue/same-title'
import { importFiles } from '@kiosk/importer/import-files'
import { DATA_ENVIRONMENT, type DeclareCommand, withExitCode } from './command.ts'
import { ImportProgress } from './import-progress.ts'
import { layoutOfCommand } from './layout-of-command.ts'
import { wholeNumber } from './parse-values.ts'
import { untilStopped } from './until-stopped.ts'
import { withData } from './with-database.ts'

export const declare: DeclareCommand = (command) => {
  command
    .description(
      `Imports issues from PDF files: cover, pages, text, articles, search index. Metadata come from "name.json" beside "name.pdf"
      or from an INDEX.tsv in the folder (columns file, title, issue, date, language, …). Files that are already imported are
      skipped; a corrected file replaces its issue, but never another publication: set "languageEdition": true for editions in
      several languages, or "replaces": true in the correct one of two files. After an interruption, run it again to continue.

      Exit code 0 if all files are imported, 1 if a file was rejected.`,
    )
    .argument('<PATH...>', 'PDF files, or folders with PDF files')
    .option('--title <NAME>', 'title for files without metadata')
    .option('--processes <N>', 'number of rendering processes, 1 to 64 (default: one per core)', wholeNumber(64))
    .addHelpText('after', DATA_ENVIRONMENT)
    .action(withExitCode(importPaths))
}

type Named = { title?: string | undefined; processes?: number | undefined }

function importPaths(paths: string[], named: Named): Promise<number> {
  return withData(({ connection, files }) =>
    untilStopped(async (stop) => {
      const progress = new ImportProgress(process.stdout)
      try {
        const layout = layoutOfCommand((line) => progress.note(line))
        const options = { connection, files, paths, layout, ...named, actor: commandActor(), signal: stop }
        const summary = await importFiles(options, progress)
        progress.end(summary)
        for (const notice of [await adultTitlesNotice(connection.db), await nearlySameTitlesNotice(connection.db)])
          if (notice) progress.note(notice)
        return summary.rejected > 0 ? 1 : 0
      } catch (error) {
        if (!stop.aborted) throw error
        progress.note('stopped; run it again to continue')
        return 130
      }
    }),
  )
}
