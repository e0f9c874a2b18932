import { withKioskDatabase } from './kiosk-database.ts'

/** Adds a reader who confirmed the newsletter. Returns the address. */
export async function confirmedReader(): Promise<string> {
  const email = `newsletter-${crypto.randomUUID()}@example.org`
  const now = new Date()
  await withKioskDatabase(async (db) => {
    const { id } = await db
      .insertInto('accounts')
      .values({ email, region_id: 1, language: 'de', verified_at: now, send_newsletter: true, newsletter_confirmed_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('consents').values({ account_id: id, kind: 'newsletter', given: true, wording: 'test' }).execute()
  })
  return email
}
