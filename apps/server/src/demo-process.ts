// Fills an empty database with the demonstration newsstand, beside the server so that it answers meanwhile.
import { connect } from '@kiosk/api/database/connect'
import { filesOfEnvironment } from '@kiosk/api/outside/files/file-settings'
import { fillIfEmpty } from '@kiosk/demo/fill'

const [dataDir, databaseUrl] = process.argv.slice(2)
const connection = await connect({ databaseUrl: databaseUrl || undefined, dataDir: dataDir! })
const filling = fillIfEmpty({
  connection,
  files: filesOfEnvironment(dataDir!),
  today: new Date().toISOString().slice(0, 10),
  onProgress: (line: string) => process.send?.({ progress: line }),
})
await filling.stands
process.send?.({ stands: true })
await filling.done
await connection.close()
process.disconnect?.()
