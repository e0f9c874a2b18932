import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const FLAGS = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 }
const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

type ClientDataOptions = {
  challenge?: string
  origin?: string
  rpId?: string
  type?: string
  verified?: boolean
  counter?: number
}
/** Attestation: format and statement. */
type Attestation = { fmt: string; attStmt: Map<string, unknown> }

/** Creates a software passkey (WebAuthn level 3, ES256) with the JSON responses of a browser and its authenticator. */
export function testAuthenticator(rpId: string, origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  let counter = 0
  let userHandle = ''

  function clientData(type: string, clientOptions: ClientDataOptions): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: clientOptions.type ?? type,
        challenge: clientOptions.challenge,
        origin: clientOptions.origin ?? origin,
        crossOrigin: false,
      }),
    )
  }
  function authenticatorData(clientOptions: ClientDataOptions, more: number, tail: Uint8Array = new Uint8Array()): Buffer {
    const flags =
      FLAGS.present | (clientOptions.verified === false ? 0 : FLAGS.verified) | FLAGS.backupEligible | FLAGS.backedUp | more
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(clientOptions.counter ?? counter, 1)
    return Buffer.concat([sha256(clientOptions.rpId ?? rpId), head, tail])
  }

  return {
    id: b64(credentialId),
    /** Responds to registration options; `said` overrides what an honest browser would send. */
    create(options: Record<string, unknown>, clientOptions: ClientDataOptions & { attestation?: Attestation } = {}): string {
      userHandle = (options.user as { id: string }).id
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, isoCBOR.encode(key)])
      const authData = authenticatorData(clientOptions, FLAGS.attested, attested)
      const attestation = new Map<string, unknown>([
        ['fmt', clientOptions.attestation?.fmt ?? 'none'],
        ['attStmt', clientOptions.attestation?.attStmt ?? new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      return JSON.stringify({
        id: b64(credentialId),
        rawId: b64(credentialId),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: b64(clientData('webauthn.create', { challenge: String(options.challenge), ...clientOptions })),
          attestationObject: b64(isoCBOR.encode(attestation as never)),
          transports: ['internal'],
        },
      })
    },
    /** Responds to authentication options. */
    get(options: Record<string, unknown>, clientOptions: ClientDataOptions & { userHandle?: string } = {}): string {
      counter++
      const client = clientData('webauthn.get', { challenge: String(options.challenge), ...clientOptions })
      const data = authenticatorData(clientOptions, 0)
      const signature = createSign('SHA256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      return JSON.stringify({
        id: b64(credentialId),
        rawId: b64(credentialId),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: b64(client),
          authenticatorData: b64(data),
          signature: b64(signature),
          userHandle: clientOptions.userHandle ?? userHandle,
        },
      })
    },
  }
}
