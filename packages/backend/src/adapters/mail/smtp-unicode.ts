import { HOUR_MS } from '@kiosk/domain/time'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'

const KNOWN_FOR_MS = HOUR_MS
const known = new Map<string, { answer: boolean; at: number }>()

/**
 * Whether a mail server supports non-ASCII addresses (SMTPUTF8, RFC 6531): checked by a separate connection and cached
 * for an hour.
 * @throws when the server is unreachable
 */
export async function knowsUnicodeAddresses(url: string, name: string | undefined): Promise<boolean> {
  const before = known.get(url)
  if (before && Date.now() - before.at < KNOWN_FOR_MS) return before.answer
  const connection = new SMTPConnection({ ...parseConnectionUrl(url), ...(name !== undefined && { name }) })
  const answer = await new Promise<boolean>((resolve, reject) => {
    connection.once('error', () => reject(new Error('the capabilities of the mail server could not be queried')))
    connection.connect((error) => {
      if (error) return reject(new Error('the capabilities of the mail server could not be queried'))
      const { _supportedExtensions: extensions } = connection as unknown as { _supportedExtensions: string[] }
      resolve(extensions.includes('SMTPUTF8'))
      connection.quit()
    })
  })
  known.set(url, { answer, at: Date.now() })
  return answer
}
