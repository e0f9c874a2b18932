// `npm run scale -- --readers 1e6 --issues 46000`: machines, disks, bandwidth and money that a size needs (docs/scale.md).
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Coefficients, PRICES } from './model.ts'
import { summary, tables } from './report.ts'

const DOCUMENT = join(import.meta.dirname, '../../docs/scale.md')
const MARK = '<!-- What follows is written by `npm run scale -- --write`. -->'
const coefficients = JSON.parse(readFileSync(join(import.meta.dirname, 'coefficients.json'), 'utf8')) as Coefficients

const number = (value: string | undefined, otherwise: number) => (value === undefined ? otherwise : Number(value))
try {
  const { values } = parseArgs({
    options: {
      readers: { type: 'string' },
      issues: { type: 'string' },
      /** Share of static files, covers and public pages that a CDN answers, 0 to 1. */
      cdn: { type: 'string' },
      'core-hour': { type: 'string' },
      'disk-gb-month': { type: 'string' },
      'object-gb-month': { type: 'string' },
      'egress-gb': { type: 'string' },
      /** Writes the tables of docs/scale.md. */
      write: { type: 'boolean' },
    },
  })
  if (values.write) {
    const [written = ''] = readFileSync(DOCUMENT, 'utf8').split(MARK)
    writeFileSync(DOCUMENT, `${written}${MARK}\n\n${tables(coefficients)}\n`)
  } else {
    const prices = {
      coreHour: number(values['core-hour'], PRICES.coreHour),
      diskGbMonth: number(values['disk-gb-month'], PRICES.diskGbMonth),
      objectGbMonth: number(values['object-gb-month'], PRICES.objectGbMonth),
      egressGb: number(values['egress-gb'], PRICES.egressGb),
    }
    const size = {
      readers: number(values.readers, 10_000),
      issues: number(values.issues, 46_000),
      cdnShare: number(values.cdn, 0),
    }
    console.log(summary(size, coefficients, prices))
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 64
}
