import type { Database } from '../db/connect.ts'

export function campaignByKey(db: Database, key: string) {
  return db.selectFrom('campaigns').selectAll().where('key', '=', key).executeTakeFirst()
}

export function campaignPageByKey(db: Database, key: string) {
  return db.selectFrom('campaign_pages').select('campaign').where('key', '=', key).executeTakeFirst()
}
