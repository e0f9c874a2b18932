// Imports uploads in a process of its own: putting parts together, hashing and finding articles would hold up the requests of the
// server. It has its own connections, and ends with its parent or when its memory grows too big, even while it computes.
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { RejectedPdf } from '@kiosk/backend/adapters/pdf-importer'
import { filesAt } from '@kiosk/backend/adapters/storage/settings'
import { open } from '@kiosk/backend/db/connect'
import { IMPORTER_CONNECTIONS } from '@kiosk/backend/db/pool-sizes'
import { endWithParent } from '../end-with-parent.ts'
import { createPdfImporter } from '../pdf-importer.ts'
import { NICENESS } from '../workers/workers.ts'
import type { ImporterSettings, Reply, Request } from './messages.ts'

const [mostMemoryBytes, overMemorySignal] = process.argv.slice(2)

setPriority(NICENESS.background)
endWithParent({ memoryBytes: Number(mostMemoryBytes), overMemory: overMemorySignal as NodeJS.Signals })
process.on('disconnect', () => process.exit(0))
// A terminal sends these signals to all processes; the parent decides what happens to the work.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

const [settings] = (await once(process, 'message')) as [ImporterSettings]
const { db } = open(settings.databaseUrl, IMPORTER_CONNECTIONS, undefined, 'importer')
const files = filesAt(settings.bucket, settings.dataDir)
const { layoutModel } = settings
const importer = createPdfImporter({
  processes: settings.processes,
  layout: layoutModel ? { path: layoutModel, onProblem: (problem) => reply({ layout: problem }) } : undefined,
})
process.on('message', (request: Request) => void answer(request))
reply('ready')

async function answer(request: Request): Promise<void> {
  const { id } = request
  try {
    reply({ id, result: await resultOf(request) })
  } catch (error) {
    if (error instanceof RejectedPdf) {
      const { code, values, message } = error
      return reply({ id, rejected: { code, values, message } })
    }
    reply({ id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

function resultOf({ id, call, given }: Request) {
  const onPage = (done: number, of: number) => reply({ id, page: [done, of] })
  if (call === 'read') return importer.read({ ...given, db, files, onPage })
  if (call === 'replaced') return importer.replaced({ ...given, db, files })
  if (call === 'publish') return importer.publish({ ...given, db, files })
  setPriority(NICENESS.idle)
  return importer.rebuild({ ...given, db, files })
}

function reply(message: Reply): void {
  process.send!(message)
}
