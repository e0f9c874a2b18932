import { addressOf, type Page } from '@kiosk/domain/addresses'
import { FALLBACK_LANGUAGE, isLanguage, type Language, type Locale, localeOf } from '@kiosk/domain/locale'
import { marketOf } from '@kiosk/domain/regions'
import type { Email, EmailLayout } from '@kiosk/emails/email'
import { messagesIn, t, type Values } from '@kiosk/i18n/translate'
import { accountEmailMessages } from '../accounts/emails/messages.ts'
import type { Mail } from '../adapters/mail/port.ts'
import { securityEmailMessages } from '../auth/emails/messages.ts'
import {
  alarmEmailMessages,
  dunningEmailMessages,
  operatorActionEmailMessages,
  paymentEmailMessages,
  priceEmailMessages,
  subscriptionEmailMessages,
  terminationEmailMessages,
  walletEmailMessages,
} from '../billing/emails/messages.ts'
import { feedbackEmailMessages } from '../content/email-messages.ts'
import type { AppContext } from '../context.ts'
import { newsletterEmailMessages } from '../newsletters/email-messages.ts'
import { leavingEmailMessages, releaseEmailMessages, savedSearchEmailMessages } from '../notifications/email-messages.ts'
import { staffEmailMessages } from '../staff/emails/messages.ts'
import { commonEmailMessages } from './messages.ts'
import { withoutLinks } from './without-links.ts'

/** The context of an e-mail: the messages of one language and our addresses. */
export type EmailDocument = {
  language: Language
  /** How days and numbers are written. */
  locale: Locale
  /** A text under `EMAIL.`; `{site}` is the name of the newsstand. */
  say(key: string, values?: Values): string
  /** The greeting, with the first name if the reader has entered one. */
  greeting(account: { firstname: string; email: string }): string
  /** Absolute address of a page of the website. */
  page(page: Page, values?: Parameters<typeof addressOf>[1]): string
  head: EmailLayout
}

/** An e-mail with its recipient, headers and attachments. */
export type ComposedEmail = Pick<Mail, 'to' | 'headers' | 'replyTo' | 'attachments'> & { email: Email; document: EmailDocument }

export function emailDocument(
  { operator, publicUrl }: Pick<AppContext, 'operator' | 'publicUrl'>,
  recipient: { language: string; region_id: number },
): EmailDocument {
  const language = isLanguage(recipient.language) ? recipient.language : FALLBACK_LANGUAGE
  const words = messagesIn(language, [
    commonEmailMessages,
    accountEmailMessages,
    securityEmailMessages,
    releaseEmailMessages,
    newsletterEmailMessages,
    leavingEmailMessages,
    savedSearchEmailMessages,
    feedbackEmailMessages,
    subscriptionEmailMessages,
    paymentEmailMessages,
    dunningEmailMessages,
    priceEmailMessages,
    terminationEmailMessages,
    walletEmailMessages,
    operatorActionEmailMessages,
    alarmEmailMessages,
    staffEmailMessages,
  ])
  const { siteName, company } = operator
  const say = (key: string, values: Values = {}) => t(words, `EMAIL.${key}`, { site: siteName, ...values }, language)
  const page: EmailDocument['page'] = (name, values) => publicUrl + addressOf(name, values)
  return {
    language,
    locale: localeOf(language, marketOf(recipient)),
    say,
    greeting({ firstname, email }) {
      // A first name may contain a link, and the mailbox may belong to another person.
      const own = firstname.trim() === email.split('@')[0] ? '' : withoutLinks(firstname).replaceAll('…', '').trim()
      return own ? say('GREETING', { name: own }) : say('GREETING_NAMELESS')
    },
    page,
    head: {
      siteName,
      home: page('home'),
      company: [
        company.name,
        `${company.street}, ${company.postcode} ${company.town}, ${company.country}`,
        company.register,
        company.director && say('DIRECTOR', { name: company.director }),
      ].filter(Boolean),
      links: [
        { label: say('IMPRINT'), address: page('imprint') },
        { label: say('PRIVACY'), address: page('privacy') },
        { label: say('CONTACT'), address: page('feedback') },
      ],
      addressOfButton: say('ADDRESS_OF_BUTTON'),
    },
  }
}
