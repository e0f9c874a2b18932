import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

// Vendors' published descriptions lie beside the project, not in it; where they do not, tests say so.

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const folder = `${root}../shared/vendor-specs/`

/** Path of a published description; null where it is not there, which is said. */
export function vendorSpec(name: string): string | null {
  if (existsSync(folder + name)) return folder + name
  console.warn(`${name} is not beside the project: requests and answers are not proved against it`)
  return null
}

export function vendorFixtures(name: string): Record<string, Record<string, unknown>> | null {
  const file = vendorSpec(name)
  if (!file) return null
  return (JSON.parse(readFileSync(file, 'utf8')) as { resources: Record<string, Record<string, unknown>> }).resources
}

/** A server that answers by a description, and refuses what the description does not allow; null without the description. */
export async function vendorValidator(name: string): Promise<{ url: string; close(): Promise<void> } | null> {
  const spec = vendorSpec(name)
  if (!spec) return null
  const port = await freePort()
  const brackets = ['form-array', 'form-object', 'query-array', 'query-object'].map(
    (each) => `--validator-${each}-format=brackets`,
  )
  const child = spawn(
    process.execPath,
    [`${root}node_modules/.bin/steady`, '-p', String(port), '--host', '127.0.0.1', ...brackets, spec],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  child.stderr.on('data', (part: Buffer) => {
    said += part
  })
  // What it prints once it listens depends on where it runs; that it answers does not.
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(url).then(Boolean, () => false))) {
    if (child.exitCode !== null) throw new Error(`the validator ended with ${child.exitCode}: ${said}`)
    await setTimeout(50)
  }
  return {
    url,
    async close() {
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}

export type VendorCall = { method: string; path: string; fields: Record<string, string>; key: string | null }
export type VendorAnswer = { status?: number; body: unknown } | 'broken'

/**
 * A vendor as our adapter meets it: every call is held against the description, then answered by `answer`; "broken"
 * drops the line.
 * @param given.asDescribed the call as an older description knows it; null = it knows nothing like it
 */
export async function vendorEdge(given: {
  validator: { url: string } | null
  answer(call: VendorCall): VendorAnswer
  asDescribed?(call: VendorCall, body: string): string | null
}) {
  const calls: VendorCall[] = []
  const refused: string[] = []
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
    const described = given.asDescribed ? given.asDescribed(call, body) : body
    if (given.validator && described !== null) {
      const { method, headers } = request
      const { authorization = '', 'content-type': type = '' } = headers
      // A list in an address is numbered by one and not by the other.
      const address = request.url!.replace(/(%5B|\[)\d+(%5D|\])/g, '[]')
      const theirs = await fetch(given.validator.url + address, {
        method: method!,
        headers: { authorization, ...(type && { 'content-type': type }) },
        ...(described && { body: described }),
      })
      if (theirs.status === 400) refused.push(`${method} ${url.pathname}: ${await theirs.text()}`)
    }
    const answer = given.answer(call)
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
    /** What the description does not allow. */
    refused,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
