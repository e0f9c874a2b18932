import { connect } from '@kiosk/api/database/connect'
import { fileSystem } from '@kiosk/api/outside/files/file-system'
import { makeFullScale } from './make-full-scale.ts'

const dataDir = '/tmp/kiosk-bench-full'
const connection = await connect({ dataDir })
const t = Date.now()
await makeFullScale({
  connection,
  files: fileSystem(`${dataDir}/files`),
  issues: Number(process.argv[2]),
  titlesFile: '/work/shared/titles.tsv',
  say: (l) => console.log(((Date.now() - t) / 1000).toFixed(1), l),
})
console.log((Date.now() - t) / 1000)
await connection.close()
