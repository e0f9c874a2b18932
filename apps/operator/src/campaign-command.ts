import { readFile } from 'node:fs/promises'
import { endCampaign } from '@kiosk/backend/campaigns/end-campaign'
import { endedAt } from '@kiosk/backend/campaigns/queries'
import { faultLine, readCampaign } from '@kiosk/backend/campaigns/read-campaign'
import { removeCampaign } from '@kiosk/backend/campaigns/remove-campaign'
import { storeCampaign } from '@kiosk/backend/campaigns/store-campaign'
import type { ChangeContext } from '@kiosk/backend/context'
import { tableCell } from '@kiosk/backend/printable'
import { sql } from 'kysely'
import { DATA_ENVIRONMENT, type DeclareCommand, withExitCode } from './command.ts'
import { withChanges, withDatabase } from './with-database.ts'

export const declare: DeclareCommand = (command) => {
  command
    .description(
      `Publishes a campaign page from one data file, YAML or JSON, without a deployment: partner, colours, texts in three languages,
      offers and vouchers by region. docs/campaign.yaml is an example.

      Exit code 0, or 1 if there are errors.`,
    )
    .addHelpText('afterAll', DATA_ENVIRONMENT)
  command
    .command('check')
    .description('Lists the errors of the file and changes nothing.')
    .argument('<FILE>', 'YAML or JSON')
    .action(
      withExitCode((file) =>
        withCampaign(file, async ({ key }) => {
          console.log(`/${key} has no errors.`)
          return 0
        }),
      ),
    )
  command
    .command('import')
    .summary('Publishes a page and its vouchers.')
    .description(
      `Publishes the page at /KEY at once, replacing a campaign with that key, and creates its vouchers, so that the price on the
      button is the price that is charged; vouchers that it no longer offers are ended. Codes of other vouchers and campaigns, and
      a last day that is over, are errors.`,
    )
    .argument('<FILE>', 'YAML or JSON')
    .action(withExitCode((file) => withCampaign(file, (campaign) => withChanges((ctx) => publish(ctx, campaign, file)))))
  command
    .command('list')
    .description('Lists the imported campaigns.')
    .action(withExitCode(() => withDatabase(list)))
  command
    .command('end')
    .description(
      `Ends the campaign and its vouchers at once; readers who have redeemed one keep their price. The page stays and says that it
      is over.`,
    )
    .argument('<KEY>', 'key of the campaign, as in its address')
    .action(withExitCode((key) => withChanges((ctx) => end(ctx, key))))
  command
    .command('remove')
    .description(
      `Removes the page and ends its vouchers; readers who have redeemed one keep their price. At the desk, its content stays as a
      draft.`,
    )
    .argument('<KEY>', 'key of the campaign, as in its address')
    .action(withExitCode((key) => withChanges((ctx) => remove(ctx, key))))
  command
    .command('sales')
    .summary('Counts paid subscriptions by voucher and attribution.')
    .description(
      `Counts paid subscriptions by voucher and by attribution (utm_source, utm_medium, utm_campaign, utm_content), as
      tab-separated values for a spreadsheet.`,
    )
    .action(withExitCode(() => withDatabase(sales)))
}

type Campaign = Parameters<typeof storeCampaign>[1]

/** Reads a campaign for `work`, or prints its errors. @returns exit code */
async function withCampaign(file: string, work: (campaign: Campaign) => Promise<number>): Promise<number> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) {
    console.error(`${file} cannot be read.`)
    return 1
  }
  const { campaign, faults } = readCampaign(text)
  return faults ? printErrors(file, faults.map(faultLine)) : work(campaign)
}

async function publish({ db, now, actor }: ChangeContext, campaign: Campaign, file: string): Promise<number> {
  const against = await storeCampaign(db, campaign, now(), { actor })
  if (against.length > 0) return printErrors(file, against.map(faultLine))
  const codes = campaign.offers.map(({ voucherCode }) => voucherCode).join(', ')
  console.log(`Live at /${campaign.key}${codes && `, with ${codes}`}.`)
  return 0
}

type Db = Parameters<Parameters<typeof withDatabase>[0]>[0]

async function list(db: Db): Promise<number> {
  const found = await db.selectFrom('campaign_pages').select(['key', 'imported_at', 'ended_at']).orderBy('key').execute()
  const minute = (at: Date) => at.toISOString().slice(0, 16)
  for (const { key, ...times } of found) {
    const ended = endedAt(times)
    console.log(`/${key} imported ${minute(times.imported_at)}${ended ? `, ended ${minute(ended)}` : ''}`)
  }
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

async function end(ctx: ChangeContext, key: string): Promise<number> {
  if (!(await endCampaign(ctx, key))) {
    console.error(`No campaign ${key} was imported.`)
    return 1
  }
  console.log(`/${key} is over.`)
  return 0
}

async function remove(ctx: ChangeContext, key: string): Promise<number> {
  if (!(await removeCampaign(ctx, key))) {
    console.error(`No campaign ${key} was imported.`)
    return 1
  }
  console.log(`/${key} is removed.`)
  return 0
}

function printErrors(file: string, errors: readonly string[]): number {
  for (const error of errors) console.error(`${file}: ${error}`)
  return 1
}
