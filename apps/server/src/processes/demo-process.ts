// Fills an empty database with the demonstration newsstand, in a process of its own so that the server can answer meanwhile.
import '@kiosk/backend/node-env'

import { filesAt } from '@kiosk/backend/adapters/storage/settings'
import { readDataConfig } from '@kiosk/backend/config'
import { connect } from '@kiosk/backend/db/connect'
import { fillIfEmpty } from '@kiosk/demo/fill'
import { dayInUtc } from '@kiosk/domain/day'

const { databaseUrl, dataDir, bucket } = readDataConfig()
const connection = await connect({ databaseUrl, dataDir })
const filling = fillIfEmpty({
  connection,
  files: filesAt(bucket, dataDir),
  today: dayInUtc(new Date()),
  onProgress: (line: string) => process.send?.({ progress: line }),
})
await filling.ready
process.send?.({ ready: true })
await filling.done
await connection.close()
process.disconnect?.()
