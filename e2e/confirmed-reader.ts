import { readFileSync } from 'node:fs'
import { connect } from '@kiosk/backend/db/connect'
import { test } from '@playwright/test'
import { dataFolderFile } from './data-folder.ts'

/** Adds a reader who confirmed the newsletter. Returns the address. */
export async function confirmedReader(): Promise<string> {
  const email = `newsletter-${crypto.randomUUID()}@example.org`
  const connection = await connect({
    databaseUrl: process.env.DATABASE_URL || undefined,
    dataDir: readFileSync(dataFolderFile(new URL(test.info().project.use.baseURL!).port), 'utf8'),
  })
  const now = new Date()
  try {
    const { id } = await connection.db
      .insertInto('accounts')
      .values({ email, region_id: 1, language: 'de', verified_at: now, send_newsletter: true, newsletter_confirmed_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await connection.db
      .insertInto('consents')
      .values({ account_id: id, kind: 'newsletter', given: true, wording: 'test' })
      .execute()
  } finally {
    await connection.close()
  }
  return email
}
