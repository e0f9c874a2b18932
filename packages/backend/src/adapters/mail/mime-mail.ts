import type { SendMailOptions } from 'nodemailer'
import { encodeWord } from 'nodemailer/lib/mime-funcs'
import type { Mail, Sender } from './port.ts'

/** Longest encoded word, so that a line has at most 76 characters. */
const LONGEST_WORD_CHARACTERS = 52

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
    subject: unstructured(oneLine(mail.subject)),
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

/**
 * Encodes a text that contains an encoded word (RFC 2047). nodemailer would send it unchanged, and mail programs would show
 * something other than what was entered and checked.
 */
function unstructured(text: string): string {
  return text.includes('=?') ? encodeWord(text, 'Q', LONGEST_WORD_CHARACTERS) : text
}

/** Replaces line breaks and control characters in a header text with spaces. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
