import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Store } from '../store.ts'
import { selfSigned } from './certificate.ts'

/** Id of the merchant's webhook. */
const WEBHOOK_ID = 'WH-SANDBOX'
export const CERTIFICATE_PATH = '/v1/notifications/certs/sandbox'

/** Signs messages with the wallet's key. The key is created on first use and stored, so that it survives a restart. */
export function signatureOf({ store, base }: { store: Store; base(): string }) {
  let made: { privateKey: KeyObject; certificate: string } | undefined
  function own() {
    if (made) return made
    const known = store.fact('wallet-key')
    const pem =
      known ?? String(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }))
    if (!known) store.setFact('wallet-key', pem)
    const privateKey = createPrivateKey(pem)
    made = { privateKey, certificate: selfSigned({ privateKey, publicKey: createPublicKey(privateKey) }) }
    return made
  }

  return {
    certificate: () => own().certificate,
    /** Returns the headers of a message, at the time at which it is sent. */
    headersOf(body: string): Record<string, string> {
      const [id, time] = [randomUUID(), new Date().toISOString()]
      const signed = Buffer.from(`${id}|${time}|${WEBHOOK_ID}|${crc32(Buffer.from(body))}`)
      return {
        'paypal-transmission-id': id,
        'paypal-transmission-time': time,
        'paypal-transmission-sig': sign('RSA-SHA256', signed, own().privateKey).toString('base64'),
        'paypal-cert-url': base() + CERTIFICATE_PATH,
        'paypal-auth-algo': 'SHA256withRSA',
      }
    },
  }
}
