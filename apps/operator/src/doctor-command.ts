import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesAt } from '@kiosk/backend/adapters/storage/settings'
import { readCommandConfig } from '@kiosk/backend/config'
import { readSavedValues } from '@kiosk/backend/content/published-values'
import { backupCheck } from '@kiosk/backend/monitoring/backup-check'
import {
  type Check,
  type Checked,
  exitCodeOf,
  type Finding,
  failing,
  messageOf,
  ok,
  runChecks,
  skipped,
} from '@kiosk/backend/monitoring/checks'
import { databaseChecks, openForChecks } from '@kiosk/backend/monitoring/database-checks'
import { machineChecks } from '@kiosk/backend/monitoring/machine-checks'
import { type Dns, networkChecks } from '@kiosk/backend/monitoring/network-checks'
import { checkReplica } from '@kiosk/backend/monitoring/replica-check'
import { scanCheck } from '@kiosk/backend/monitoring/scan-check'
import { withPublished } from '@kiosk/domain/operator'
import { createLayoutModel, type LayoutProblem } from '@kiosk/importer/layout/layout-model'
import { createPageRenderer } from '@kiosk/importer/page-renderer'
import { readsFraktur, scanLanguageData } from '@kiosk/importer/scans/scan-languages'
import { tesseractProgram } from '@kiosk/importer/scans/tesseract'
import { configuredBackupStore } from './backup-storage.ts'
import { type DeclareCommand, SERVER_ENVIRONMENT, withExitCode } from './command.ts'

export const declare: DeclareCommand = (command) => {
  command
    .description(
      `Checks settings, clock, disk, database, its replica, files, mail server, DNS of the sender, certificate, payment keys,
      webhooks, jobs, renewals, the audit log, the program that reads scans and the layout model, and says what is wrong and what
      to do. Sends no e-mail, charges nothing, and
      changes nothing except one small file, which it removes.

      Exit code 0: all is well; 1: warnings; 2: errors.`,
    )
    .option('--json', 'prints one JSON object per line: check, status (ok, skipped, warning, error), says, todo')
    .addHelpText('after', SERVER_ENVIRONMENT)
    .action(
      withExitCode(async ({ json = false }) => {
        const found = await examine()
        for (const each of found) console.log(json ? JSON.stringify(each) : lineOf(each))
        return exitCodeOf(found)
      }),
    )
}

function lineOf({ check, status, says, todo }: Checked): string {
  return `${status.padEnd(8)} ${check}: ${says}${todo ? ` – ${todo}` : ''}`
}

/** Runs all checks with the settings of this process. @param dns default: the servers of this machine @throws ConfigError */
export async function examine(dns?: Dns): Promise<Checked[]> {
  const config = readCommandConfig()
  const opened = await openForChecks(config).catch((error: unknown) => messageOf(error))
  const isOpen = typeof opened !== 'string'
  const saved = isOpen ? await readSavedValues(opened.db, config.operator).catch(() => null) : null
  const inForce = { ...config, operator: saved ? withPublished(config.operator, saved.values) : config.operator }
  const unreachable: Check = {
    name: 'database',
    run: async () => failing(String(opened), 'Check DATABASE_URL and whether PostgreSQL is running.'),
  }
  try {
    return await runChecks([
      ...machineChecks(config),
      ...(isOpen ? [] : [unreachable]),
      ...databaseChecks(isOpen ? opened.db : null, config, { isNew: isOpen && opened.isNew }),
      {
        name: 'replica',
        run: async () => (isOpen ? checkReplica(opened.db, config.readUrl) : skipped('the database cannot be reached')),
      },
      ...networkChecks(inForce, filesAt(config.bucket, config.dataDir), dns),
      backupCheck(configuredBackupStore()),
      { name: 'page images', run: checkRenderer },
      scanCheck(
        isOpen && !opened.isNew ? opened.db : null,
        config.tesseract === null ? null : () => tesseractProgram(config.tesseract!),
        {
          data: { ofLanguage: scanLanguageData, readsFraktur },
          frakturTitles: config.frakturTitles,
        },
      ),
      { name: 'layout model', run: () => checkLayoutModel(config.layoutModel) },
    ])
  } finally {
    if (isOpen) await opened.close()
  }
}

/** Loads the configured model and shows it a white page, as an import does. */
async function checkLayoutModel(path: string | null): Promise<Finding> {
  if (!path) return skipped('LAYOUT_MODEL is not set')
  const problems: LayoutProblem[] = []
  const model = createLayoutModel({ path, onProblem: (problem) => problems.push(problem) })
  try {
    const opened = await model.open()
    const begun = performance.now()
    if (opened) await model.boxesOn(new Uint8Array(3 * opened.side ** 2).fill(255), { file: 'a white page', page: 1 })
    const [problem] = problems
    if (problem || !opened)
      return failing(
        problem?.problem ?? 'it cannot be used',
        'Repair it or unset LAYOUT_MODEL; until then, pages are read without it.',
      )
    return ok(`${path} (${opened.kind}, ${opened.side} pixels) looks at a page in ${Math.round(performance.now() - begun)} ms`)
  } finally {
    await model.close()
  }
}

/** The smallest PDF: one empty page. */
const EMPTY_PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj
trailer<</Root 1 0 R>>
startxref
0
%%EOF
`
const WIDTH_PIXELS = 64

/** PDFium and sharp run in a process of their own, as in the server. */
async function checkRenderer(): Promise<Finding> {
  const folder = await mkdtemp(join(tmpdir(), 'doctor-'))
  const renderer = createPageRenderer({ processes: 1 })
  try {
    const file = join(folder, 'empty.pdf')
    await writeFile(file, EMPTY_PDF)
    const image = await renderer.renderPage(file, 1, WIDTH_PIXELS, 'webp')
    const isWebp = image.subarray(8, 12).toString('latin1') === 'WEBP'
    return isWebp ? ok('a page was rendered') : failing('a page was rendered as something else', 'Install the packages again.')
  } catch (error) {
    return failing(`no page can be rendered: ${messageOf(error)}`, 'Install the packages again ("npm ci") on this machine.')
  } finally {
    await renderer.close()
    await rm(folder, { recursive: true, force: true })
  }
}
