import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { nearlySameTitlesNotice } from './same-title.ts'

let connection: Connection
beforeAll(async () => {
  connection = await testDatabase()
})
afterAll(() => connection.close())

test('the operator is told of titles that nearly have the same name, in one language', async () => {
  const { db } = connection
  const title = (key: string, name: string, language: string) =>
    db.insertInto('titles').values({ key, name, kind: 'magazine', language }).execute()
  await title('wanderer', 'Wanderer', 'de')
  await title('le-wanderer', 'Le Wanderer', 'fr')
  await title('wandererin', 'Wandererin', 'de')
  expect(await nearlySameTitlesNotice(db)).toBeNull()
  await title('der-wanderer', 'Der Wanderer', 'de')
  await title('berg-und-tal', 'Berg und Tal', 'de')
  await title('berg-tal', 'Berg & Tal', 'de')
  expect(await nearlySameTitlesNotice(db)).toMatch(
    /^Titles with nearly the same name: "Wanderer" and "Der Wanderer"; "Berg und Tal" and "Berg & Tal"\. .*import them again/,
  )
})
