import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { ImportError } from '@kiosk/importer/import-error'
import { inspectPage } from '@kiosk/importer/inspect-page'
import { createWorkers } from '@kiosk/importer/workers/workers'
import { type DeclareCommand, withExitCode } from './command.ts'
import { layoutOfCommand } from './layout-of-command.ts'
import { wholeNumber } from './parse-values.ts'

export const declare: DeclareCommand = (command) => {
  command
    .description(
      `Writes an HTML file that shows how the importer understands a page of a PDF: boxes, roles, reading order and articles, and
      what a layout model (LAYOUT_MODEL) sees.
      It needs no database and changes nothing.`,
    )
    .argument('<FILE>', 'PDF file')
    .requiredOption('--page <N>', 'page, from 1', wholeNumber())
    .option('--out <FILE>', 'file to write; default: the name of the PDF with the page, in this folder')
    .action(withExitCode((file, { page, out }) => inspect(file, page, out ?? `${basename(file, '.pdf')}-page-${page}.html`)))
}

async function inspect(file: string, page: number, out: string): Promise<number> {
  const workers = createWorkers({ layout: layoutOfCommand(console.error) })
  try {
    await writeFile(out, await inspectPage(file, page, workers))
    console.log(`Written to ${out}`)
    return 0
  } catch (error) {
    const isExpected = error instanceof ImportError || error instanceof RangeError || (error as NodeJS.ErrnoException).code
    if (!isExpected) throw error
    console.error((error as Error).message)
    return 1
  } finally {
    await workers.close()
  }
}
