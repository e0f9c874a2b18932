// Reads an issue again and kills itself at a chosen moment, for tests of crashes. Arguments: URL of the database, folder of the files,
// uid, file with what the pages contain, and where to stop: `write 2` = at the second file, otherwise the first query with this text.
import { readFileSync } from 'node:fs'
import { fileSystem } from '@kiosk/backend/adapters/storage/file-system'
import type { Files } from '@kiosk/backend/adapters/storage/port'
import { open } from '@kiosk/backend/db/connect'
import type { RawNode } from 'kysely'
import { DEFAULT_BOUNDS } from '../limits.ts'
import { rebuildIssue } from '../rebuild-issue.ts'
import type { Workers } from '../workers/workers.ts'

const [url, folder, uid, recorded, stopAt] = process.argv.slice(2) as [string, string, string, string, string]
const answers = JSON.parse(readFileSync(recorded, 'utf8')) as Record<string, unknown>
const workers = {
  bounds: DEFAULT_BOUNDS,
  run: async (job: string, { page = 0 }: { page?: number }) => answers[`${job} ${page}`],
} as unknown as Workers
const die = () => process.kill(process.pid, 'SIGKILL')

const stored = fileSystem(folder)
let writes = 0
const files: Files = {
  ...stored,
  write: async (...args) => {
    if (`write ${++writes}` === stopAt) die()
    await stored.write(...args)
  },
}
const { db } = open(url, 3)
const watched = db.withPlugin({
  transformQuery: ({ node }) => {
    const text = node.kind === 'RawNode' ? (node as RawNode).sqlFragments.join('?') : JSON.stringify(node)
    if (text.includes(stopAt)) die()
    return node
  },
  transformResult: async ({ result }) => result,
})
await rebuildIssue({ connection: { db: watched }, files, uid }, workers)
process.exit(0)
