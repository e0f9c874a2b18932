// PostgreSQL of a walk, as a process of its own so that it keeps the moved time; prints the address, ends on SIGTERM.
import { embeddedPostgres } from '@kiosk/api/database/embedded-postgres'
import pg from 'pg'

const folder = process.argv[2]!
const server = await embeddedPostgres(folder, { settings: ['fsync=off', 'synchronous_commit=off'] })
const admin = new pg.Client({ connectionString: `${server.url}/postgres` })
await admin.connect()
await admin.query('create database walk')
await admin.end()
console.log(`${server.url}/walk`)
process.on('SIGTERM', async () => {
  await server.leave()
  process.exit(0)
})
setInterval(() => {}, 1 << 30)
