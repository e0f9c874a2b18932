import { createServer, request as httpRequest } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** Opens a proxy between a browser and the kiosk that can be cut or slowed down, including for the browser's workers. */
export async function openProxy() {
  const sockets = new Set<Socket>()
  let open = true
  /** Bytes per second; null = unlimited. */
  let speed: number | null = null
  let free = 0
  const inTurn = (milliseconds: number) => {
    const now = performance.now()
    free = Math.max(now, free) + milliseconds
    return new Promise((resolve) => setTimeout(resolve, free - now))
  }
  const server = createServer((incoming, outgoing) => {
    const { method, headers } = incoming
    const onward = httpRequest(incoming.url!, { method, headers, agent: false }, async (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.rawHeaders)
      try {
        for await (const chunk of answer) {
          if (speed) await inTurn(((chunk as Buffer).length / speed) * 1000)
          outgoing.write(chunk)
        }
        outgoing.end()
      } catch {
        outgoing.destroy()
      }
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  // Requests of the test itself come through a tunnel.
  server.on('connect', ({ url }, socket: Socket) => {
    const { hostname, port } = new URL(`http://${url}`)
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    onward.on('error', () => socket.destroy())
    socket.on('close', () => onward.destroy())
  })
  server.on('connection', (socket) => {
    if (!open) return void socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    proxy: { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    cut() {
      open = false
      for (const socket of sockets) socket.destroy()
    },
    restore() {
      open = true
    },
    slow(bytesASecond: number | null) {
      speed = bytesASecond
    },
    close() {
      this.cut()
      server.close()
    },
  }
}
export type NetworkProxy = Awaited<ReturnType<typeof openProxy>>
