import type { SendMailOptions } from 'nodemailer'
import type { Mail, Sender } from './port.ts'

/**
 * Converts an e-mail for nodemailer. Addresses are passed as objects and never parsed as a list, texts cannot load files or
 * URLs, and a line break in a header becomes a space.
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
      // Suppresses out-of-office replies to automatic e-mails (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...Object.fromEntries(Object.entries(mail.headers ?? {}).map(([name, value]) => [name, oneLine(value)])),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Replaces line breaks and control characters in a header text with spaces. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
