import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Forwards connections to a port of this machine, until it is frozen or down. */
export async function tcpProxy(port: number) {
  let target = port
  const open = new Set<Socket>()
  let state: 'up' | 'frozen' | 'down' = 'up'
  const server = createServer((client) => {
    if (state === 'down') return client.destroy()
    const upstream = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
    if (state === 'frozen') freeze([client, upstream])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    /** Accepts connections and forwards nothing. */
    freeze() {
      state = 'frozen'
      freeze(open)
    },
    /** Closes connections at once. */
    takeDown() {
      state = 'down'
      for (const each of open) each.destroy()
    },
    /** Closes connections and forwards new ones to another port. */
    forwardTo(port: number) {
      target = port
      for (const each of open) each.destroy()
    },
    /** Forwards again, including what came meanwhile. */
    restore() {
      state = 'up'
      for (const each of open) each.resume()
    },
    async close() {
      for (const each of open) each.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function freeze(sockets: Iterable<Socket>): void {
  for (const each of sockets) each.pause()
}
