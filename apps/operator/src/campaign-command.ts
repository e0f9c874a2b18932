import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readCampaign } from '@kiosk/api/campaigns/read-campaign'
import { storeCampaign } from '@kiosk/api/campaigns/store-campaign'
import { sql } from 'kysely'
import { atTheDatabase, tellServers } from './at-the-database.ts'
import type { Command } from './kiosk.ts'
import { tableCell } from './printable.ts'

const HELP = `Usage: npm run kiosk -- campaign check FILE
       npm run kiosk -- campaign import FILE
       npm run kiosk -- campaign list
       npm run kiosk -- campaign remove KEY
       npm run kiosk -- campaign sales

A campaign page from one data file, YAML or JSON, without a deploy: partner, colours, words in three languages, offers and
vouchers by region. docs/campaign.yaml is one to begin with. check names what is wrong, and changes nothing.

import shows it at /KEY at once, in the place of a shipped campaign of that key, and makes its vouchers: what the button
says is what is charged. remove takes the page away again and ends its vouchers; who has redeemed one keeps the price.

sales counts the subscriptions that were paid, by voucher and by where their buyers came from (utm_source, utm_medium,
utm_campaign, utm_content), tab by tab: a spreadsheet opens it.

Exit code 0, or 1 where something is wrong. Environment: DATA_DIR, DATABASE_URL.`

const WRONG_USE = 64

export const campaignCommand: Command = {
  summary: 'campaign pages and their vouchers from a data file',
  help: HELP,
  async run(args) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
    const [action, what, ...rest] = positionals
    if (rest.length > 0 || (action === 'list' || action === 'sales') === (what !== undefined)) return wrongUse()
    if (action === 'list') return atTheDatabase(list)
    if (action === 'sales') return atTheDatabase(sales)
    if (action === 'remove') return atTheDatabase((db) => remove(db, what!))
    if (action !== 'check' && action !== 'import') return wrongUse()
    const text = await readFile(what!, 'utf8').catch(() => null)
    if (text === null) {
      console.error(`${what} can't be read.`)
      return 1
    }
    const { campaign, faults } = readCampaign(text)
    if (faults) return tell(what!, faults)
    if (action === 'check') {
      console.log(`/${campaign.key} is complete.`)
      return 0
    }
    return atTheDatabase(async (db) => {
      const against = await storeCampaign(db, campaign, new Date())
      if (against.length > 0) return tell(what!, against)
      await tellServers(db)
      const codes = campaign.offers.map(({ voucherCode }) => voucherCode).join(', ')
      console.log(`Live at /${campaign.key}${codes && `, with ${codes}`}.`)
      return 0
    })
  },
}

type Db = Parameters<Parameters<typeof atTheDatabase>[0]>[0]

async function list(db: Db): Promise<number> {
  const found = await db.selectFrom('campaign_pages').select(['key', 'imported_at']).orderBy('key').execute()
  for (const { key, imported_at } of found) console.log(`/${key} imported ${imported_at.toISOString().slice(0, 16)}`)
  if (found.length === 0) console.log('No campaign was imported; the shipped ones stand.')
  return 0
}

async function sales(db: Db): Promise<number> {
  const { rows } = await sql<Record<string, string>>`
    select coalesce(voucher_code, '') as voucher, coalesce(came_from->>'utmSource', '') as source,
      coalesce(came_from->>'utmMedium', '') as medium, coalesce(came_from->>'utmCampaign', '') as campaign,
      coalesce(came_from->>'utmContent', '') as content, count(*)::int as subscriptions
    from subscriptions
    where exists (select from periods where periods.subscription = subscriptions.id and periods.state = 'paid')
    group by 1, 2, 3, 4, 5
    order by subscriptions desc, 1, 2, 3, 4, 5`.execute(db)
  console.log(['voucher', 'source', 'medium', 'campaign', 'content', 'subscriptions'].join('\t'))
  for (const row of rows) console.log(Object.values(row).map(String).map(tableCell).join('\t'))
  return 0
}

async function remove(db: Db, key: string): Promise<number> {
  const gone = await db.deleteFrom('campaign_pages').where('key', '=', key).returning('campaign').executeTakeFirst()
  if (!gone) {
    console.error(`No campaign ${key} was imported.`)
    return 1
  }
  const { offers } = gone.campaign as unknown as { offers: { voucherCode: string }[] }
  const codes = offers.map(({ voucherCode }) => voucherCode)
  if (codes.length > 0)
    await db.updateTable('vouchers').set({ redeemable_until: new Date() }).where('code', 'in', codes).execute()
  await tellServers(db)
  console.log(`/${key} is gone.`)
  return 0
}

function tell(file: string, faults: readonly string[]): number {
  for (const fault of faults) console.error(`${file}: ${fault}`)
  return 1
}

function wrongUse(): number {
  console.error(HELP)
  return WRONG_USE
}
