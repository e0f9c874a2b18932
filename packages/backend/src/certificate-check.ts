import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { DAY_MS } from '@kiosk/domain/time'
import { clearAlarm, raiseAlarm } from './billing/alarms.ts'
import type { AppContext } from './context.ts'

declare module './jobs/job.ts' {
  interface Jobs {
    certificates: object
  }
}

/** Certificates of 90 days are usually renewed 30 days before they expire, so one with fewer days left was not renewed. */
export const CERTIFICATE_WARNING_DAYS = 21
const TIMEOUT_MS = 10_000
const HTTPS_PORT = 443

/**
 * Raises an operator alarm when the website's TLS certificate expires soon or has expired, and clears it once the certificate
 * is renewed. The certificate is the one that `PUBLIC_URL` presents, usually by a reverse proxy. An address that cannot be
 * reached from here changes nothing.
 */
export async function updateCertificateAlarm(ctx: Pick<AppContext, 'db' | 'log' | 'now' | 'publicUrl'>): Promise<void> {
  const { db, log, now, publicUrl } = ctx
  const website = new URL(publicUrl)
  const { protocol, host } = website
  if (protocol !== 'https:') return
  const expires = await certificateExpiry(website).catch((err: unknown) => {
    log.warn({ event: 'certificate.not-checked', host, err }, 'the certificate of the website could not be read')
    return null
  })
  if (!expires) return
  const alarm = { kind: 'certificate-expires', subject: host } as const
  const days = Math.floor((expires.getTime() - now().getTime()) / DAY_MS)
  if (days >= CERTIFICATE_WARNING_DAYS) await clearAlarm(db, ctx, alarm)
  else await raiseAlarm(db, ctx, { ...alarm, details: { expires: expires.toISOString() } })
}

/** Returns when the certificate of an https address expires. @throws the error of the connection */
export function certificateExpiry({ hostname, port }: URL): Promise<Date> {
  return new Promise((resolve, reject) => {
    const name = hostname.replace(/^\[|\]$/g, '')
    // Nothing is sent; a rejected certificate would not say when it expired.
    const socket = connect({
      host: name,
      port: Number(port || HTTPS_PORT),
      ...(isIP(name) ? {} : { servername: name }),
      rejectUnauthorized: false,
    })
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)))
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      resolve(new Date(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
  })
}
