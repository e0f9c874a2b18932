import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Description, requestFaults } from '../../../../../../tools/description.ts'

export type VendorCall = { method: string; path: string; fields: Record<string, string>; key: string | null }
export type VendorAnswer = { status?: number; body: unknown } | 'broken'

/**
 * Starts a server in place of a vendor: it compares every call with the vendor's description, then responds with `answer`;
 * "broken" closes the connection.
 * @param options.description null = calls are not compared
 * @param options.asDescribed returns the body as an older description knows it; null = that description does not have the call
 */
export async function vendorEdge(options: {
  description: Description | null
  answer(call: VendorCall): VendorAnswer
  asDescribed?(call: VendorCall, body: string): string | null
}) {
  const calls: VendorCall[] = []
  const refused: string[] = []
  const errorsOf = options.description && requestFaults(options.description)
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    const url = new URL(request.url!, 'http://vendor')
    const isJson = request.headers['content-type']?.startsWith('application/json') ?? false
    const fields = isJson && body ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body || url.search))
    const key = request.headers['idempotency-key'] ?? request.headers['paypal-request-id'] ?? null
    const call = { method: request.method!, path: url.pathname, fields, key: key as string | null }
    calls.push(call)
    const described = options.asDescribed ? options.asDescribed(call, body) : body
    if (errorsOf && described !== null) {
      const { method = '', url: address = '', headers } = request
      const errors = errorsOf({ method, address, type: headers['content-type'] ?? '', body: described })
      refused.push(...errors.map((error) => `${method} ${url.pathname}: ${error}`))
    }
    const answer = options.answer(call)
    if (answer === 'broken') return request.socket.destroy()
    const text = answer.status === 204 ? '' : JSON.stringify(answer.body)
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' }).end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    calls,
    /** Violations: parts of calls that the description does not allow. */
    refused,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
