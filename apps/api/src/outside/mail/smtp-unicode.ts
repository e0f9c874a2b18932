import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'

const KNOWN_FOR_MS = 3_600_000
const known = new Map<string, { answer: boolean; at: number }>()

/**
 * Whether a mail server takes addresses beyond ASCII (SMTPUTF8, RFC 6531): asked by a connection of its own, and remembered for
 * an hour. @throws where it can't be asked
 */
export async function knowsUnicodeAddresses(url: string, name: string | undefined): Promise<boolean> {
  const before = known.get(url)
  if (before && Date.now() - before.at < KNOWN_FOR_MS) return before.answer
  const connection = new SMTPConnection({ ...parseConnectionUrl(url), ...(name !== undefined && { name }) })
  const answer = await new Promise<boolean>((resolve, reject) => {
    connection.once('error', () => reject(new Error('the mail server could not be asked what it takes')))
    connection.connect((error) => {
      if (error) return reject(new Error('the mail server could not be asked what it takes'))
      const { _supportedExtensions: extensions } = connection as unknown as { _supportedExtensions: string[] }
      resolve(extensions.includes('SMTPUTF8'))
      connection.quit()
    })
  })
  known.set(url, { answer, at: Date.now() })
  return answer
}
