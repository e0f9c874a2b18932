// A kiosk of a test in a process of its own, so that what would end the process does: on a database that has been migrated,
// else on an embedded one, with a website whose every page is the list of titles. Says by message where it listens.

import { readConfig } from '@kiosk/backend/config'
import { open } from '@kiosk/backend/db/connect'
import { openKiosk } from '../kiosk.ts'
import { connectServer } from '../server-database.ts'

const [databaseUrl] = process.argv.slice(2)
const settings = readConfig()
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
