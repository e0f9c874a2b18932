import { dirname, join, normalize, sep } from 'node:path'
import { readBounded } from '../regular-file.ts'
import { firstProblem, MOST_METADATA_BYTES, Sidecar, storable } from './sidecar.ts'

/** A row of an INDEX.tsv: the path of its PDF, and its metadata or why they cannot be used. */
export type IndexRow = { path: string } & ({ metadata: Sidecar } | { problem: string })

const LISTS = new Set(['categories', 'targetingTags', 'shownIn'])
const SWITCHES = new Set(['languageEdition', 'replaces'])
/** Columns with the fields of a sidecar. */
const KNOWN = new Set(Object.keys(Sidecar.shape))

/**
 * Reads an INDEX.tsv: a line of column names, then one line per PDF. The column `file` is relative to the folder; the others
 * are named like the fields of a sidecar, with lists separated by commas. Unknown columns are ignored.
 * @throws Error with a message of one line, if it has no column `file`, is too big or not a file
 */
export async function readIssueIndex(path: string): Promise<IndexRow[]> {
  const folder = dirname(path)
  const [head = '', ...lines] = storable((await readBounded(path, MOST_METADATA_BYTES)).toString('utf8'))
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
  const names = head.split('\t').map((name) => name.trim())
  const columns = [...new Map(names.map((name, column) => [name, column]))].filter(([name]) => name === 'file' || KNOWN.has(name))
  if (!columns.some(([name]) => name === 'file')) throw new Error('has no column "file"')
  return lines
    .filter((line) => line.trim() !== '')
    .map((line): IndexRow => {
      const cells = line.split('\t')
      const values = Object.fromEntries(columns.map(([name, column]) => [name, (cells[column] ?? '').trim()]))
      const file = normalize(join(folder, values.file ?? ''))
      if (!file.startsWith(folder + sep)) return { path: file, problem: 'file: lies outside the folder' }
      const fields = Object.entries(values)
        .filter(([name, value]) => name !== 'file' && name !== 'articles' && value !== '')
        .map(([name, value]) => [name, cellValue(name, value)])
      const read = Sidecar.safeParse(Object.fromEntries(fields))
      return read.success ? { path: file, metadata: read.data } : { path: file, problem: firstProblem(read.error) }
    })
}

function cellValue(name: string, value: string): unknown {
  if (LISTS.has(name)) return value.split(',').map((each) => each.trim())
  if (SWITCHES.has(name) && /^(true|yes|false|no)$/i.test(value)) return /^(true|yes)$/i.test(value)
  return name === 'ageRating' ? Number(value) : value
}
