import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Temporary keys of a role. */
export type HandedKeys = { accessKeyId: string; secretAccessKey: string; sessionToken: string; expiresAt: Date }

const METADATA_TOKEN = 'token-of-the-metadata'
const ROLE = 'newsstand'
export const CONTAINER_TOKEN = 'token-of-the-container'
export const IDENTITY_TOKEN = 'token-of-an-identity'
export const ROLE_ARN = 'arn:aws:iam::123456789012:role/newsstand'

/** Hands out keys in the ways of the platforms: metadata service of EC2, address for containers, Security Token Service. */
export async function startRoleServer(first: HandedKeys) {
  let keys = first
  let failures = 0
  const requested: string[] = []
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, 'http://role.invalid')
    requested.push(`${request.method} ${pathname}`)
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = new URLSearchParams(Buffer.concat(parts).toString())
    const answer = (status: number, text = '') => response.writeHead(status).end(text)
    const json = () => {
      const { accessKeyId, secretAccessKey, sessionToken, expiresAt } = keys
      const handed = { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, Token: sessionToken }
      return answer(200, JSON.stringify({ Code: 'Success', ...handed, Expiration: expiresAt.toISOString() }))
    }
    if (failures > 0) {
      failures--
      return answer(500)
    }
    if (pathname === '/latest/api/token') {
      const isAsked = request.method === 'PUT' && Number(request.headers['x-aws-ec2-metadata-token-ttl-seconds']) > 0
      return answer(isAsked ? 200 : 405, METADATA_TOKEN)
    }
    if (pathname.startsWith('/latest/meta-data/')) {
      if (request.headers['x-aws-ec2-metadata-token'] !== METADATA_TOKEN) return answer(401)
      return pathname.endsWith(`/security-credentials/${ROLE}`) ? json() : answer(200, ROLE)
    }
    if (pathname === '/container') return request.headers.authorization === CONTAINER_TOKEN ? json() : answer(403)
    const isAllowed =
      body.get('Action') === 'AssumeRoleWithWebIdentity' &&
      body.get('WebIdentityToken') === IDENTITY_TOKEN &&
      body.get('RoleArn') === ROLE_ARN &&
      body.get('RoleSessionName') !== null
    if (pathname !== '/sts' || !isAllowed) return answer(403)
    return answer(
      200,
      `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult>
        <Credentials><SessionToken>${keys.sessionToken}</SessionToken><SecretAccessKey>${keys.secretAccessKey}</SecretAccessKey>
        <Expiration>${keys.expiresAt.toISOString()}</Expiration><AccessKeyId>${keys.accessKeyId}</AccessKeyId></Credentials>
      </AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requested,
    hand(next: HandedKeys) {
      keys = next
    },
    /** Answers the next requests with 500. */
    fail(times: number) {
      failures = times
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
