import { randomUUID } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import MailComposer from 'nodemailer/lib/mail-composer'
import { mimeMail } from './mime-mail.ts'
import type { Post, Sender } from './post.ts'

/** Keeps each mail as a file of its own in a folder: `<message id>.eml`, there in one piece or not at all. For development. */
export function mailboxPost(folder: string, from: Sender): Post {
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
