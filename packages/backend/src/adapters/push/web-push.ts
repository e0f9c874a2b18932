import { Agent, type AgentOptions, request } from 'node:https'
import { isIP } from 'node:net'
import type { Push, PushOutcome } from './port.ts'
import { isPublicAddress, NotPublic, publicLookup } from './public-address.ts'
import { outcomeOf, pushRequest } from './push-request.ts'

/** Timeout for a push service; the message is retried later. */
const TIMEOUT_MS = 15_000

/**
 * Sends by Web Push (RFC 8030) over kept-alive connections. Endpoints come from browsers and are not trusted: it connects to
 * public addresses only, follows no redirects and reads no response bodies.
 * @param connect options of the connections; tests trust their own certificate
 */
export function webPush(connect: AgentOptions = {}): Push {
  const agent = new Agent({ keepAlive: true, maxSockets: 8, timeout: TIMEOUT_MS, lookup: publicLookup(), ...connect })
  return {
    async send(to, message, sender) {
      const url = new URL(to.endpoint)
      const literal = url.hostname.replace(/^\[|\]$/g, '')
      // An IP address is connected to without a lookup, so it is checked here.
      if (url.protocol !== 'https:' || (isIP(literal) && !isPublicAddress(literal))) return { state: 'gone' }
      const { headers, body } = await pushRequest(to, message, sender)
      return post(url, headers, body, agent)
    },
    async close() {
      agent.destroy()
    },
  }
}

function post(url: URL, headers: Record<string, string>, body: Buffer, agent: Agent): Promise<PushOutcome> {
  return new Promise((resolve) => {
    const sent = request(url, { method: 'POST', agent, headers, signal: AbortSignal.timeout(TIMEOUT_MS) }, (answer) => {
      // Most responses have no body, and their connection is reused.
      answer.on('data', () => answer.destroy()).on('error', () => undefined)
      resolve(outcomeOf(answer.statusCode ?? 0, answer.headers['retry-after']))
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error instanceof NotPublic) resolve({ state: 'gone' })
      else
        resolve({ state: 'later', seconds: null, reason: `the push service could not be reached: ${error.code ?? error.name}` })
    })
    sent.end(body)
  })
}
