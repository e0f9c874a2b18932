import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { adultTitlesNotice } from './adult-titles.ts'

let connection: Connection
beforeAll(async () => {
  connection = await testDatabase()
})
afterAll(() => connection.close())

test('warns the operator about adult titles offered in Germany, and about no others', async () => {
  const { db } = connection
  const title = (name: string, age_rating: number, shown_in: string[] | null) =>
    db
      .insertInto('titles')
      .values({ key: name.toLowerCase(), name, kind: 'magazine', language: 'de', age_rating, shown_in })
      .execute()
  await title('Gartenlust', 0, null)
  await title('Spaetausgabe', 16, ['DE'])
  await title('Nachtalpen', 18, ['AT', 'CH'])
  expect(await adultTitlesNotice(db)).toBeNull()
  await title('Nachtsalon', 18, null)
  await title('Nachtblatt', 18, ['AT', 'DE'])
  expect(await adultTitlesNotice(db)).toMatch(/^Rated 18 and offered in Germany: Nachtblatt, Nachtsalon\. .*JMStV/)
})
