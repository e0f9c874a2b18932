import { randomUUID } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import MailComposer from 'nodemailer/lib/mail-composer'
import { mimeMail } from './mime-mail.ts'
import type { Mailer, Sender } from './port.ts'

/** Writes each e-mail atomically to its own file in a folder: `<message id>.eml`. For development. */
export function mailboxMailer(folder: string, from: Sender): Mailer {
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const source = await new MailComposer(mimeMail(mail, from)).compile().build()
      const name = mail.messageId.replace(/[^\w.@-]/g, '')
      const unfinished = `${folder}/.${name}.${randomUUID()}`
      const file = await open(unfinished, 'wx', 0o600)
      try {
        await file.writeFile(source)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(unfinished, `${folder}/${name}.eml`)
    },
    async close() {},
  }
}
