import type { Language } from '@kiosk/domain/locale'
import type { Selectable, Transaction } from 'kysely'
import type { Accounts, DB } from '../db/schema.ts'
import { newsletterWording } from './newsletter-consent.ts'
import { noteConsent } from './queries.ts'

/** Returns whether the account gets the newsletter: requested and confirmed. */
export function isSubscribed(account: Pick<Selectable<Accounts>, 'send_newsletter' | 'newsletter_confirmed_at'>): boolean {
  return account.send_newsletter && account.newsletter_confirmed_at !== null
}

/** Switches the newsletter. Switching it on while signed in confirms it (ADR-0171). `language`: language of the page. */
export async function switchNewsletter(
  trx: Transaction<DB>,
  account: Pick<Selectable<Accounts>, 'id' | 'send_newsletter' | 'newsletter_confirmed_at'>,
  on: boolean,
  now: Date,
  language?: Language,
): Promise<void> {
  if (on === account.send_newsletter && on === (account.newsletter_confirmed_at !== null)) return
  const set = { send_newsletter: on, newsletter_confirmed_at: on ? now : null }
  await trx.updateTable('accounts').set(set).where('id', '=', account.id).execute()
  await noteConsent(trx, account.id, 'newsletter', on, on && language ? newsletterWording('switch', language) : '')
}

type Switch = 'send_release_newsletter' | 'send_saved_searches' | 'allow_age_restricted'

/** Returns a function that switches a setting of an account and records the consent; nothing if it is set already. */
function switchOf<Column extends Switch>(column: Column, kind: Parameters<typeof noteConsent>[2]) {
  return async (trx: Transaction<DB>, account: Pick<Selectable<Accounts>, 'id' | Column>, on: boolean): Promise<void> => {
    if (on === account[column]) return
    await trx
      .updateTable('accounts')
      .set(column as Switch, on)
      .where('id', '=', account.id)
      .execute()
    await noteConsent(trx, account.id, kind, on)
  }
}

/** Switches e-mails about new issues of favourite titles. */
export const switchReleases = switchOf('send_release_newsletter', 'releases')
/** Switches e-mails about new hits of saved searches. */
export const switchSavedSearches = switchOf('send_saved_searches', 'saved-searches')
/** Switches adult titles (ADR-0171). */
export const switchAgeRestricted = switchOf('allow_age_restricted', 'age-restricted')
