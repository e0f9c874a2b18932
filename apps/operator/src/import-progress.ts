import { relative } from 'node:path'
import { count, duration } from '@kiosk/backend/format-count'
import { printable } from '@kiosk/backend/printable'
import type { ImportReport, ImportSummary } from '@kiosk/importer/import-files'

const BAR = 24
/** Minimum time between redraws of a terminal. */
const REDRAW_MS = 100

type Screen = { write(text: string): unknown; isTTY?: boolean; columns?: number }

/** Shows the progress of an import: one line per file, and on a terminal a bar with rate and time left. */
export class ImportProgress implements ImportReport {
  readonly #screen: Screen
  readonly #now: () => number
  readonly #start: number
  #drawnAt = 0
  #bar = ''

  constructor(screen: Screen, now: () => number = () => performance.now()) {
    this.#screen = screen
    this.#now = now
    this.#start = now()
  }

  file: ImportReport['file'] = (path, result) => {
    const name = relative(process.cwd(), path)
    const shown = name.startsWith('..') ? path : name
    if (result.outcome === 'rejected') return this.#line(`rejected       ${shown} ${result.line}`)
    this.#line(`${result.outcome.padEnd(14)} ${shown}: ${result.line} (${count(result.pages, 'page')})`)
  }

  note: ImportReport['note'] = (line) => this.#line(`note           ${line}`)

  progress: ImportReport['progress'] = ({ pages, share }) => {
    if (!this.#screen.isTTY || this.#now() - this.#drawnAt < REDRAW_MS) return
    this.#drawnAt = this.#now()
    const seconds = (this.#now() - this.#start) / 1000
    const done = Math.min(1, share)
    const bar = '█'.repeat(Math.round(BAR * done)).padEnd(BAR, '░')
    const left = done > 0.01 ? `, ${duration((seconds * (1 - done)) / done)} left` : ''
    const text = `${bar} ${Math.floor(done * 100)} %  ${count(pages, 'page')}, ${(pages / seconds).toFixed(1)} a second${left}`
    this.#clear()
    this.#bar = text.slice(0, (this.#screen.columns ?? 80) - 1)
    this.#screen.write(this.#bar)
  }

  end({ imported, replaced, alreadyThere, rejected, pages }: ImportSummary): void {
    const seconds = (this.#now() - this.#start) / 1000
    const rate = pages > 0 ? `; ${count(pages, 'page')} in ${duration(seconds)}, ${(pages / seconds).toFixed(1)} a second` : ''
    this.#line(`${imported} imported, ${replaced} replaced, ${alreadyThere} already there, ${rejected} rejected${rate}`)
  }

  #line(text: string): void {
    this.#clear()
    this.#screen.write(`${printable(text)}\n`)
  }

  #clear(): void {
    if (this.#bar) this.#screen.write('\r\u001b[K')
    this.#bar = ''
  }
}
