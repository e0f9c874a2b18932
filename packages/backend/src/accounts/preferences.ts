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

/** Switches e-mails about new issues of favourite titles. */
export async function switchReleases(
  trx: Transaction<DB>,
  account: Pick<Selectable<Accounts>, 'id' | 'send_release_newsletter'>,
  on: boolean,
): Promise<void> {
  if (on === account.send_release_newsletter) return
  await trx.updateTable('accounts').set({ send_release_newsletter: on }).where('id', '=', account.id).execute()
  await noteConsent(trx, account.id, 'releases', on)
}

/** Switches e-mails about new hits of saved searches. */
export async function switchSavedSearches(
  trx: Transaction<DB>,
  account: Pick<Selectable<Accounts>, 'id' | 'send_saved_searches'>,
  on: boolean,
): Promise<void> {
  if (on === account.send_saved_searches) return
  await trx.updateTable('accounts').set({ send_saved_searches: on }).where('id', '=', account.id).execute()
  await noteConsent(trx, account.id, 'saved-searches', on)
}

/** Switches adult titles (ADR-0171). */
export async function switchAgeRestricted(
  trx: Transaction<DB>,
  account: Pick<Selectable<Accounts>, 'id' | 'allow_age_restricted'>,
  on: boolean,
): Promise<void> {
  if (on === account.allow_age_restricted) return
  await trx.updateTable('accounts').set({ allow_age_restricted: on }).where('id', '=', account.id).execute()
  await noteConsent(trx, account.id, 'age-restricted', on)
}
