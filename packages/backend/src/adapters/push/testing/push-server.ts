import { generateKeyPairSync } from 'node:crypto'
import type { lookup } from 'node:dns'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { selfSigned } from '@kiosk/sandbox-payments/wallet/certificate'
import { publicLookup } from '../public-address.ts'
import { type FakePushService, fakePushService } from './fake-push-service.ts'

/** Starts a push service with TLS on its own port, for tests; `requests` counts every request that reached it. */
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
      // A redirect that a careless client would follow.
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

/** Returns connection options for tests: every host name resolves to this machine, and the server's certificate is trusted. */
export function toTestServer(certificate: string) {
  return { ca: certificate, checkServerIdentity: () => undefined, lookup: publicLookup(() => true, here) }
}

/** Resolver that maps every host name to this machine. */
export const here = ((_host: string, _options: object, callback: (error: null, found: object) => void) =>
  callback(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as typeof lookup
