import { generateKeyPairSync } from 'node:crypto'
import type { lookup } from 'node:dns'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { selfSigned } from '@kiosk/sandbox-payments/wallet/certificate'
import { publicLookup } from '../public-address.ts'
import { type FakePushService, fakePushService } from './fake-push-service.ts'

/** A push service of a test on a port of its own, encrypted; `requests` counts what reached it at all. */
export async function testPushServer() {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const cert = selfSigned(keys)
  let service: FakePushService | undefined
  let requests = 0
  const server = createServer({ key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }), cert }, (request, answer) => {
    requests++
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', async () => {
      const endpoint = `https://${request.headers.host}${request.url}`
      const { status, retryAfter } = await service!.receive(
        endpoint,
        request.headers as Record<string, string>,
        Buffer.concat(parts),
      )
      // Where a careless client would go.
      answer
        .writeHead(status, { location: `${endpoint}/elsewhere`, ...(retryAfter && { 'retry-after': retryAfter }) })
        .end('x'.repeat(100))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  service = fakePushService(`https://push.example.org:${port}`)
  return {
    service,
    port,
    requests: () => requests,
    certificate: cert,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()),
  }
}

/** How a client of a test gets there: every name leads to this machine, the server's certificate is believed. */
export function toTestServer(certificate: string) {
  return { ca: certificate, checkServerIdentity: () => undefined, lookup: publicLookup(() => true, here) }
}

/** A resolver by which every name leads to this machine. */
export const here = ((_host: string, _options: object, callback: (error: null, found: object) => void) =>
  callback(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as typeof lookup
