// A server for tests in a separate process, so that fatal errors end it: on a migrated database or an embedded one, with the
// built website at a path, or with one that answers every page with the list of titles. It sends its port as a message.

import { readConfig } from '@kiosk/backend/config'
import { open } from '@kiosk/backend/db/connect'
import { openKiosk } from '../kiosk.ts'
import { stopOnSignal } from '../processes/stop-on-signal.ts'
import { connectServer } from '../server-database.ts'
import { websiteOfOneCall } from './website-of-one-call.ts'

const [databaseUrl, website] = process.argv.slice(2)
const settings = readConfig()
const connection = databaseUrl ? open(databaseUrl, 4) : await connectServer(settings)
const bundles = website ? { bundle: () => import(website) } : websiteOfOneCall('/api/v8/titles')
const kiosk = await openKiosk(settings, connection, bundles)
stopOnSignal(async (closing) => {
  await kiosk.close(closing)
  await connection.close()
}, settings.drainMs)
// Last, because its receiver may stop this process.
process.send?.({ port: kiosk.port, databaseUrl: connection.url })
