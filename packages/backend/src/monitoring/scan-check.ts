import type { ScanProgram } from '../adapters/scan-reader.ts'
import { areScansRead, failedScans, scanCounts, scanLanguagesInUse } from '../catalogue/scans/scan-queue.ts'
import type { Database } from '../db/connect.ts'
import { count } from '../format-count.ts'
import { type Check, type Finding, ok, skipped, warning } from './checks.ts'

/** Maximum number of failure reasons that are listed. */
const MOST_PROBLEMS = 3

/** Language data that scans need, by language, and whether those for Fraktur are installed. */
type ScanData = {
  ofLanguage(language: string): string | undefined
  readsFraktur(installed: readonly string[]): boolean
}

/**
 * Returns the check of the program that reads scans on this machine, and of the pages that wait for it.
 * @param db null: it cannot be reached or is empty
 * @param findProgram null: no program is used
 * @param options `frakturTitles`: keys of titles in Fraktur
 */
export function scanCheck(
  db: Database | null,
  findProgram: (() => Promise<ScanProgram | null>) | null,
  { data, frakturTitles }: { data: ScanData; frakturTitles: readonly string[] },
): Check {
  return {
    name: 'scans',
    async run() {
      if (!db) return skipped('the database cannot be reached or is empty')
      const { rows } = await scanCounts.execute(db)
      const { waiting = 0, read = 0, done = 0 } = Object.fromEntries(rows.map((row) => [row.state, row.count]))
      const pages = `${count(waiting + read, 'page waits', 'pages wait')}, ${done} read`
      const program = findProgram ? await findProgram() : null
      const found: Finding[] = [await stateOf(db, program, { isWanted: findProgram !== null, waiting, pages })]
      if (program && program.languages.length > 0) {
        const wanted = (await scanLanguagesInUse(db)).flatMap((language) => data.ofLanguage(language) ?? [])
        const missing = wanted.filter((name) => !program.languages.includes(name))
        if (missing.length > 0)
          found.push(
            warning(
              `Tesseract has no data for scans in these languages: ${missing.join(', ')}`,
              `Install ${missing.map((name) => `tesseract-ocr-${name.replace('_', '-')}`).join(', ')}, or they are read as German, English and French.`,
            ),
          )
        if (frakturTitles.length > 0 && !data.readsFraktur(program.languages))
          found.push(
            warning('Tesseract has no data for Fraktur, which FRAKTUR_TITLES need', 'Install tesseract-ocr-script-frak.'),
          )
      }
      for (const { problem, pages: failed, uid, page } of await failedScans(db, MOST_PROBLEMS))
        found.push(
          warning(
            `${count(failed, 'page was', 'pages were')} not read, such as page ${page} of ${uid}: ${problem}`,
            'Correct the file and import the issue again; its other pages have their text.',
          ),
        )
      return found
    },
  }
}

async function stateOf(
  db: Database,
  program: ScanProgram | null,
  { isWanted, waiting, pages }: { isWanted: boolean; waiting: number; pages: string },
): Promise<Finding> {
  if (program && program.languages.length === 0)
    return warning(`Tesseract ${program.version} has no language data`, 'Install the data, for example tesseract-ocr-deu.')
  if (program) return ok(`Tesseract ${program.version} (${program.languages.join(', ')}); ${pages}`)
  if (!isWanted) return skipped(`TESSERACT=off; ${pages}`)
  if (waiting === 0) return skipped(`Tesseract is not installed on this machine; ${pages}`)
  if (await areScansRead(db)) return ok(`another server reads them, this machine has no Tesseract; ${pages}`)
  return warning(
    `no running server has Tesseract; ${pages}`,
    'Install it on a server with the role worker, or accept that these pages have no text: see "Scans" in docs/operating.md.',
  )
}
