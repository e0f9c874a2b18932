import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '../../db/connect.ts'
import { testDatabase } from '../../db/testing/database.ts'
import { createIssue, createTitle } from '../testing/titles-and-issues.ts'
import { formerIssues } from './issue-makeup.ts'

let connection: Connection
beforeAll(async () => {
  connection = await testDatabase()
})
afterAll(() => connection.close())

test('corrections are loaded with a makeup that is understood only', async () => {
  const { db } = connection
  const title = await createTitle(db)
  for (const shape of [1, 2]) {
    const { id } = await createIssue(db, { title, issue_date: `2026-0${shape}-01` })
    const makeup = JSON.stringify({ shape, fonts: [], lines: [], furniture: [] })
    await db.insertInto('issue_makeup').values({ issue_id: id, reading_version: 1, makeup }).execute()
    const stored = { imported: JSON.stringify([`imported ${shape}`]), corrections: '[]', origins: '[]', version: 1 }
    await db
      .insertInto('article_corrections')
      .values({ issue_id: id, ...stored })
      .execute()
  }
  const loaded: unknown[] = []
  const noting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      loaded.push(...result.rows.map(({ imported }) => imported))
      return result
    },
  }
  const of = { titleKey: title.key, uid: 'another', date: '2026-03-01', sha256: 'of another' }
  const found = await formerIssues(db.withPlugin(noting), of)
  expect(loaded).toEqual([null, ['imported 1']])
  expect(found.map(({ corrected }) => corrected)).toEqual([{ imported: ['imported 1'], corrections: [] }])
})
