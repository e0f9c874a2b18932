import { addressOf, type Page } from '@kiosk/domain/addresses'
import { FALLBACK_LANGUAGE, isLanguage, type Language } from '@kiosk/domain/locale'
import { alarmEmailWords } from '@kiosk/languages/alarm-emails'
import { contractActEmailWords } from '@kiosk/languages/contract-act-emails'
import { dunningEmailWords } from '@kiosk/languages/dunning-emails'
import { exitLetterWords } from '@kiosk/languages/exit-letters'
import { letterWords } from '@kiosk/languages/letters'
import { moneyEmailWords } from '@kiosk/languages/money-emails'
import { paymentLetterWords } from '@kiosk/languages/payment-letters'
import { priceEmailWords } from '@kiosk/languages/price-emails'
import { securityLetterWords } from '@kiosk/languages/security-letters'
import { walletEmailWords } from '@kiosk/languages/wallet-emails'
import { text, type Values, wordsIn } from '@kiosk/languages/words'
import type { House } from '../../house.ts'
import type { Letterhead } from './letter.ts'
import { withoutLinks } from './without-links.ts'

/** What a letter is written on: the words of one language and the addresses of the house. */
export type Paper = {
  language: Language
  /** Words under `LETTER.`; the name of the newsstand fills `{site}`. */
  say(key: string, values?: Values): string
  /** The greeting; without a first name of one's own there is none in it. */
  greeting(account: { firstname: string; email: string }): string
  /** Absolute address of a page of the website. */
  page(page: Page, values?: Parameters<typeof addressOf>[1]): string
  head: Letterhead
}

export function letterPaper({ operator, publicUrl }: Pick<House, 'operator' | 'publicUrl'>, wanted: string): Paper {
  const language = isLanguage(wanted) ? wanted : FALLBACK_LANGUAGE
  const words = wordsIn(language, [
    letterWords,
    paymentLetterWords,
    moneyEmailWords,
    dunningEmailWords,
    priceEmailWords,
    exitLetterWords,
    securityLetterWords,
    alarmEmailWords,
    walletEmailWords,
    contractActEmailWords,
  ])
  const { siteName, company } = operator
  const say = (key: string, values: Values = {}) => text(words, `LETTER.${key}`, { site: siteName, ...values }, language)
  const page: Paper['page'] = (name, values) => publicUrl + addressOf(name, values)
  return {
    language,
    say,
    greeting({ firstname, email }) {
      // What somebody calls themselves is no place for a link: the mailbox may be another person's.
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
