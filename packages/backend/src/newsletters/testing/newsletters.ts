import type { NewsletterDraft } from '@kiosk/domain/staff/newsletter-endpoints'
import type { Insertable, Selectable } from 'kysely'
import { createAccount } from '../../accounts/testing/accounts.ts'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../db/connect.ts'
import type { Accounts } from '../../db/schema.ts'
import { createNewsletter } from '../draft.ts'

/** Creates an account that confirmed the newsletter, with the record of it. */
export async function createSubscriber(db: Database, values: Partial<Insertable<Accounts>> = {}): Promise<Selectable<Accounts>> {
  const account = await createAccount(db, { send_newsletter: true, newsletter_confirmed_at: new Date(), ...values })
  await db.insertInto('consents').values({ account_id: account.id, kind: 'newsletter', given: true, wording: 'test' }).execute()
  return account
}

export const textIn = (language: 'de' | 'en' | 'fr', subject = `Betreff ${language}`) => ({
  language,
  subject,
  preheader: `Vorschau ${language}`,
  body: `Text ${language} mit [Link](/magazines).`,
  buttonLabel: '',
  buttonAddress: '',
})

/** A draft for everybody, in German. */
export const draftWith = (values: Partial<NewsletterDraft> = {}): NewsletterDraft => ({
  name: 'Herbst',
  texts: [textIn('de')],
  fallbackLanguage: null,
  featured: [],
  audience: { languages: [], markets: [], tiers: [], titles: [] },
  ...values,
})

/** Stores a draft and returns its id. */
export async function createDraft(ctx: AppContext, values: Partial<NewsletterDraft> = {}): Promise<number> {
  return createNewsletter(ctx, draftWith(values), 'Ida Moos')
}

/** Returns the states of the messages of a newsletter, by account. */
export async function statesOf(db: Database, newsletterId: number): Promise<Record<number, string>> {
  const rows = await db
    .selectFrom('newsletter_recipients')
    .select(['account_id', 'state'])
    .where('newsletter_id', '=', newsletterId)
    .execute()
  return Object.fromEntries(rows.map(({ account_id, state }) => [account_id!, state]))
}
