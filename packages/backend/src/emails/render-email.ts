import { emailHtml } from '@kiosk/emails/html-email'
import { emailText } from '@kiosk/emails/text-email'
import type { Mail } from '../adapters/mail/port.ts'
import type { ComposedEmail } from './email-document.ts'

/** Renders an e-mail as HTML and plain text, ready to be sent. */
export function renderEmail({ email, document, ...envelope }: ComposedEmail): Omit<Mail, 'messageId'> {
  return {
    ...envelope,
    subject: email.subject,
    html: emailHtml(email, document.head),
    text: emailText(email, document.head),
  }
}
