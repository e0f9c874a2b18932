import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readCampaign } from '@kiosk/backend/campaigns/read-campaign'
import { storeCampaign } from '@kiosk/backend/campaigns/store-campaign'
import { sql } from 'kysely'
import type { Command } from './command.ts'
import { tableCell } from './printable.ts'
import { notifyServers, withDatabase } from './with-database.ts'

const HELP = `Usage: npm run kiosk -- campaign check FILE
       npm run kiosk -- campaign import FILE
       npm run kiosk -- campaign list
       npm run kiosk -- campaign remove KEY
       npm run kiosk -- campaign sales

Publishes a campaign page from one data file, YAML or JSON, without a deploy: partner, colours, texts in three languages,
offers and vouchers by region. docs/campaign.yaml is an example.

  check     lists the errors of the file and changes nothing
  import    publishes the page at /KEY at once, replacing a built-in campaign with that key, and creates its vouchers; the price
            on the button is the price that is charged
  list      the imported campaigns
  remove    removes the page and ends its vouchers; readers who have redeemed one keep their price
  sales     counts paid subscriptions by voucher and by attribution (utm_source, utm_medium, utm_campaign, utm_content), as
            tab-separated values for a spreadsheet

Exit code 0, or 1 if there are errors. Environment: DATA_DIR, DATABASE_URL.`

const WRONG_USE = 64

export const campaignCommand: Command = {
  summary: 'campaign pages and their vouchers from a data file',
  help: HELP,
  async run(args) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
    const [action, what, ...rest] = positionals
    if (rest.length > 0 || (action === 'list' || action === 'sales') === (what !== undefined)) return wrongUse()
    if (action === 'list') return withDatabase(list)
    if (action === 'sales') return withDatabase(sales)
    if (action === 'remove') return withDatabase((db) => remove(db, what!))
    if (action !== 'check' && action !== 'import') return wrongUse()
    const text = await readFile(what!, 'utf8').catch(() => null)
    if (text === null) {
      console.error(`${what} cannot be read.`)
      return 1
    }
    const { campaign, faults } = readCampaign(text)
    if (faults) return printFaults(what!, faults)
    if (action === 'check') {
      console.log(`/${campaign.key} has no errors.`)
      return 0
    }
    return withDatabase(async (db) => {
      const against = await storeCampaign(db, campaign, new Date())
      if (against.length > 0) return printFaults(what!, against)
      await notifyServers(db)
      const codes = campaign.offers.map(({ voucherCode }) => voucherCode).join(', ')
      console.log(`Live at /${campaign.key}${codes && `, with ${codes}`}.`)
      return 0
    })
  },
}

type Db = Parameters<Parameters<typeof withDatabase>[0]>[0]

async function list(db: Db): Promise<number> {
  const found = await db.selectFrom('campaign_pages').select(['key', 'imported_at']).orderBy('key').execute()
  for (const { key, imported_at } of found) console.log(`/${key} imported ${imported_at.toISOString().slice(0, 16)}`)
  if (found.length === 0) console.log('No campaign was imported; the built-in ones are published.')
  return 0
}

async function sales(db: Db): Promise<number> {
  const { rows } = await sql<Record<string, string>>`
    select coalesce(voucher_code, '') as voucher, coalesce(attribution->>'utmSource', '') as source,
      coalesce(attribution->>'utmMedium', '') as medium, coalesce(attribution->>'utmCampaign', '') as campaign,
      coalesce(attribution->>'utmContent', '') as content, count(*)::int as subscriptions
    from subscriptions
    where exists (select from periods where periods.subscription_id = subscriptions.id and periods.state = 'paid')
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
  await notifyServers(db)
  console.log(`/${key} is removed.`)
  return 0
}

function printFaults(file: string, faults: readonly string[]): number {
  for (const fault of faults) console.error(`${file}: ${fault}`)
  return 1
}

function wrongUse(): number {
  console.error(HELP)
  return WRONG_USE
}
