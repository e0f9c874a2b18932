// A kiosk of a test in a process of its own, so that what would end the process does: on a database that has been migrated,
// else on an embedded one, with a website whose every page is the list of titles. Says by message where it listens.
import { open } from '@kiosk/api/database/connect'
import { connectServer } from './database-of-this-server.ts'
import { openKiosk } from './kiosk.ts'
import { readSettings } from './settings.ts'

const [databaseUrl] = process.argv.slice(2)
const settings = readSettings()
const connection = databaseUrl ? open(databaseUrl, 4) : await connectServer(settings)
const kiosk = await openKiosk(settings, connection, {
  bundle: async () => ({
    handle: (_request: Request, { api }: { api?: (path: string) => Promise<Response> }) => api!('/api/v8/magazines'),
  }),
})
process.send?.({ port: kiosk.port, databaseUrl: connection.url })
process.on('SIGTERM', async () => {
  await kiosk.close()
  await connection.close()
  process.exit(0)
})
