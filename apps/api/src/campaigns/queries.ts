import type { Database } from '../database/connect.ts'

export function campaignByKey(db: Database, key: string) {
  return db.selectFrom('campaigns').selectAll().where('key', '=', key).executeTakeFirst()
}
