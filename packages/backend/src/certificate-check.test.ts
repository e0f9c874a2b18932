import { generateKeyPairSync } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:tls'
import { DAY_MS } from '@kiosk/domain/time'
import { selfSigned } from '@kiosk/sandbox-payments/wallet/certificate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAlarms } from './billing/alarms.ts'
import { updateCertificateAlarm } from './certificate-check.ts'
import type { Connection } from './db/connect.ts'
import { testDatabase } from './db/testing/database.ts'
import { freePort } from './free-port.ts'
import { type TestApi, testApi } from './testing/api.ts'

/** The test certificate expires with the second new year from now. */
const EXPIRES = Date.UTC(new Date().getUTCFullYear() + 2, 0, 1)

let connection: Connection
let api: TestApi
let server: Server
beforeAll(async () => {
  connection = await testDatabase()
  api = await testApi(connection)
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  server = createServer({ key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }), cert: selfSigned(keys) })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.close()
  await api.close()
  await connection.close()
})

/** Checks the certificate this many days before it expires. @returns the open alarms about it */
async function alarmsAfterCheck(daysBefore: number, publicUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`) {
  await updateCertificateAlarm({ ...api.ctx, publicUrl, now: () => new Date(EXPIRES - daysBefore * DAY_MS) })
  return (await openAlarms(connection.db, 'certificate-expires')).map(({ subject, details }) => ({ subject, details }))
}

test('an alarm is raised three weeks before the certificate expires, once, and cleared after its renewal', async () => {
  const alarm = {
    subject: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    details: { expires: new Date(EXPIRES).toISOString() },
  }
  expect(await alarmsAfterCheck(22)).toEqual([])
  expect(await alarmsAfterCheck(20)).toEqual([alarm])
  expect(await alarmsAfterCheck(-3)).toEqual([alarm])
  const closed = `https://127.0.0.1:${await freePort()}`
  expect(await alarmsAfterCheck(200, closed)).toEqual([alarm])
  expect(await alarmsAfterCheck(90)).toEqual([])
})

test('a website without TLS has no certificate to check', async () => {
  expect(await alarmsAfterCheck(1, 'http://127.0.0.1:1')).toEqual([])
})
