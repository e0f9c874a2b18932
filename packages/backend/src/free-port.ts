import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

/** Finds a free loopback port: `preferred`, unless it is 0 or in use. */
export function freePort(preferred = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error) => (preferred === 0 ? reject(error) : resolve(freePort(0))))
    server.listen(preferred, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
