import type { SendMailOptions } from 'nodemailer'
import type { Mail, Sender } from './post.ts'

/**
 * A mail as nodemailer takes it. Addresses are handed over as such and never read as a list, texts can't fetch files or
 * addresses, and a line break in a header becomes a blank.
 */
export function mimeMail(mail: Mail, from: Sender): SendMailOptions {
  return {
    from: { name: oneLine(from.name), address: from.address },
    to: { name: '', address: mail.to },
    ...(mail.returnPath !== undefined && { envelope: { from: mail.returnPath, to: mail.to } }),
    ...(mail.replyTo !== undefined && { replyTo: { name: '', address: mail.replyTo } }),
    messageId: mail.messageId,
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    ...(mail.attachments && {
      attachments: mail.attachments.map(({ name, type, content }) => ({ filename: oneLine(name), contentType: type, content })),
    }),
    headers: {
      // No out-of-office note answers a letter that nobody wrote by hand (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...Object.fromEntries(Object.entries(mail.headers ?? {}).map(([name, value]) => [name, oneLine(value)])),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Text of a header: no line break or control character. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
