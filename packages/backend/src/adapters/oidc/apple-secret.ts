import { importPKCS8, SignJWT } from 'jose'
import type { ClientAuth } from 'openid-client'

/** Lifetime of a client secret, which is used for one login; Apple allows six months. */
const SECRET_TTL_SECONDS = 300

/** Authenticates at Apple with a client secret that is signed with the operator's key for each exchange (ES256). */
export function appleSecret(key: { teamId: string; keyId: string; privateKey: string }, clientId: string): ClientAuth {
  return async (server, _client, body) => {
    const signed = await new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', kid: key.keyId })
      .setIssuer(key.teamId)
      .setSubject(clientId)
      .setAudience(server.issuer)
      .setIssuedAt()
      .setExpirationTime(`${SECRET_TTL_SECONDS}s`)
      .sign(await importPKCS8(key.privateKey, 'ES256'))
    body.set('client_id', clientId)
    body.set('client_secret', signed)
  }
}
