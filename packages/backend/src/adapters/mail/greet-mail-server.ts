import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'

/** What a mail server reports before any e-mail. */
type MailServerGreeting = {
  /** TLS from the start or by STARTTLS. */
  isEncrypted: boolean
  /** Names of its extensions, as far as nodemailer knows them: SMTPUTF8, SIZE, PIPELINING. */
  extensions: string[]
  /** It accepts a user name and a password. */
  offersSignIn: boolean
  /** The user in the address was accepted; null: the address has none, or sign-in was not tried. */
  isSignedIn: boolean | null
}

/**
 * Connects to a mail server, greets it and leaves; sends nothing.
 * @param url as for `smtpMailer`
 * @param how `name`: our EHLO name; `signsIn`: sign in with the user of the address; `timeoutMs`: for the connection and each answer
 * @throws when the server is unreachable, has no valid certificate or rejects the user
 */
export function greetMailServer(
  url: string,
  how: { name?: string | undefined; signsIn?: boolean; timeoutMs?: number } = {},
): Promise<MailServerGreeting> {
  const { name, signsIn = false, timeoutMs } = how
  const settings = parseConnectionUrl(url)
  const { auth } = settings as { auth?: { user?: string; pass?: string } }
  const timeouts = timeoutMs && { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const connection = new SMTPConnection({ ...settings, ...timeouts, ...(name !== undefined && { name }) })
  return new Promise((resolve, reject) => {
    const greeted = (isSignedIn: boolean | null) => {
      const { _supportedExtensions: extensions } = connection as unknown as { _supportedExtensions: string[] }
      resolve({ isEncrypted: connection.secure, extensions: [...extensions], offersSignIn: connection.allowsAuth, isSignedIn })
      connection.quit()
    }
    connection.once('error', reject)
    connection.connect((error) => {
      if (error) return reject(error)
      if (!signsIn || !auth) return greeted(null)
      connection.login({ credentials: { user: auth.user ?? '', pass: auth.pass ?? '' } }, (refused) => {
        if (!refused) return greeted(true)
        reject(refused)
        connection.close()
      })
    })
  })
}
