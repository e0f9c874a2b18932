import { verify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { DAY_MS } from '@kiosk/domain/time'
import { LRUCache } from 'lru-cache'

/** Maximum age of a message, which PayPal repeats for three days. Milliseconds. */
const OLDEST_MS = 4 * DAY_MS
const MOST_CACHED = 10
const LONGEST_CERTIFICATE_CHARACTERS = 32 * 1024

/**
 * Verifies that PayPal signed a message to this webhook, with the certificate named in the message.
 * @param options.certificates base URL of the certificates, with its "/" at the end; no other URL is requested
 */
export function paypalSignatures(options: { certificates: string; webhookId: string; fetch: typeof fetch }) {
  const kept = new LRUCache<string, X509Certificate>({ max: MOST_CACHED })

  async function certificateAt(address: string, mayAsk: () => Promise<boolean>): Promise<X509Certificate | null> {
    const known = kept.get(address)
    if (known) return known
    if (!URL.canParse(address)) return null
    const url = new URL(address)
    if (!url.href.startsWith(options.certificates) || !(await mayAsk())) return null
    const certificate = await certificateFrom(url).catch(() => null)
    if (certificate) kept.set(address, certificate)
    return certificate
  }

  /** @throws if it cannot be reached, or what it answers is no certificate */
  async function certificateFrom(url: URL): Promise<X509Certificate | null> {
    const response = await options.fetch(url, { redirect: 'error', signal: AbortSignal.timeout(10_000) })
    const text = response.ok ? await response.text() : ''
    return text === '' || text.length > LONGEST_CERTIFICATE_CHARACTERS ? null : new X509Certificate(text)
  }

  /**
   * @param mayAsk called only for a certificate that was not requested yet
   * @returns false, too, while the certificate cannot be requested: PayPal sends the message again for three days
   */
  return async function isSigned(body: string, headers: Headers, mayAsk = async () => true): Promise<boolean> {
    const id = headers.get('paypal-transmission-id')
    const time = headers.get('paypal-transmission-time')
    const signature = headers.get('paypal-transmission-sig')
    const address = headers.get('paypal-cert-url')
    const algorithm = headers.get('paypal-auth-algo')
    if (!id || !time || !signature || !address || algorithm !== 'SHA256withRSA') return false
    if (!(Math.abs(Date.now() - Date.parse(time)) < OLDEST_MS)) return false
    const certificate = await certificateAt(address, mayAsk)
    if (!certificate || !isInForce(certificate)) return false
    const signed = `${id}|${time}|${options.webhookId}|${crc32(Buffer.from(body))}`
    return verify('RSA-SHA256', Buffer.from(signed), certificate.publicKey, Buffer.from(signature, 'base64'))
  }
}

function isInForce({ validFrom, validTo }: X509Certificate): boolean {
  return Date.parse(validFrom) <= Date.now() && Date.now() <= Date.parse(validTo)
}
