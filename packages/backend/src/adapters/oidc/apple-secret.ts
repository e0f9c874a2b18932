import { importPKCS8, SignJWT } from 'jose'
import type { ClientAuth } from 'openid-client'

/** Seconds that a secret holds; Apple allows half a year, one login needs a moment. */
const HOLDS = 300

/** Apple's client secret: a token signed with the operator's key for each exchange (ES256). */
export function appleSecret(key: { teamId: string; keyId: string; privateKey: string }, clientId: string): ClientAuth {
  return async (server, _client, body) => {
    const signed = await new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', kid: key.keyId })
      .setIssuer(key.teamId)
      .setSubject(clientId)
      .setAudience(server.issuer)
      .setIssuedAt()
      .setExpirationTime(`${HOLDS}s`)
      .sign(await importPKCS8(key.privateKey, 'ES256'))
    body.set('client_id', clientId)
    body.set('client_secret', signed)
  }
}
