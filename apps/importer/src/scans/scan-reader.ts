import type { ScanProgram, ScanReader } from '@kiosk/backend/adapters/scan-reader'
import { MINUTE_MS } from '@kiosk/domain/time'
import { languageOf } from '../text/language.ts'
import { createWorkers, type Workers } from '../workers/workers.ts'
import { readHocr, type ScannedLine } from './read-hocr.ts'
import { scanLanguageData, scanLanguages } from './scan-languages.ts'
import { foundText, type ScannedPage } from './scanned-page.ts'
import { recognise, SCAN_LIMITS, type ScanLimits, tesseractProgram } from './tesseract.ts'

/** Pixels per inch of a page as it is read: fewer are read badly, more take longer and are not read better. */
const DPI = 300
const POINTS_PER_INCH = 72
/** After this time without a page, the process that draws ends. */
const IDLE_MS = MINUTE_MS
/** A program that is installed while the server runs is found after this time. */
const ASKED_AGAIN_MS = 10 * MINUTE_MS

/** Reads scans with Tesseract. @param options.program its name or path */
export function createScanReader({ program, limits = SCAN_LIMITS }: { program: string; limits?: ScanLimits }): ScanReader {
  let workers: Workers | undefined
  let idle: NodeJS.Timeout | undefined
  let found: { asked: number; program: Promise<ScanProgram | null> } | undefined
  const known = () => {
    if (!found || performance.now() - found.asked > ASKED_AGAIN_MS)
      found = { asked: performance.now(), program: tesseractProgram(program) }
    return found.program
  }
  const endWorkers = async () => {
    const ending = workers
    workers = undefined
    await ending?.close()
  }

  return {
    program: known,
    async read({ files, pdf, number, width, language, fraktur, signal }) {
      const { version, languages: installed } = (await known()) ?? { version: '', languages: [] }
      let languages = scanLanguages({ language, fraktur }, installed)
      if (languages.length === 0) throw new Error(`Tesseract has no data for the language ${language}`)
      clearTimeout(idle)
      workers ??= createWorkers({ processes: 1, background: true, idle: true })
      try {
        const wanted = Math.round((width / POINTS_PER_INCH) * DPI)
        const ask = { path: await files.path(pdf), page: number, width: wanted, format: 'png' as const }
        const picture = Buffer.from(await workers.run('picture', ask, signal))
        // A large page is drawn with fewer pixels.
        const dpi = (widthOfPng(picture) / width) * POINTS_PER_INCH
        const readIn = async (data: string[]) =>
          readHocr(await recognise(picture, { program, languages: data, dpi, signal }, limits))
        let lines = await readIn(languages)
        // Reading with the data of several languages loses accents: once the text shows its language, the page is read again in
        // that one.
        const found = language === 'und' && languages.length > 1 ? languageOf(textOf(lines)) : null
        const own = found ? scanLanguageData(found) : undefined
        if (own && languages.includes(own)) {
          languages = [own]
          lines = await readIn(languages)
        }
        const page: ScannedPage = { by: `tesseract ${version} ${languages.join('+')}`, lines }
        return { stored: Buffer.from(JSON.stringify(page)), hasText: foundText(page) }
      } catch (error) {
        // The program may have been removed, so it is looked for again.
        found = undefined
        throw error
      } finally {
        idle = setTimeout(() => void endWorkers(), IDLE_MS).unref()
      }
    },
    async close() {
      clearTimeout(idle)
      await endWorkers()
    },
  }
}

const textOf = (lines: readonly ScannedLine[]) => lines.flatMap(({ words }) => words.map(([text]) => text)).join(' ')

/** The format begins with eight bytes and the length and name of its first part, which begins with the width. */
const widthOfPng = (picture: Buffer) => picture.readUInt32BE(16)
