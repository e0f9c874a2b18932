import { readFile } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import type { Files } from '@kiosk/backend/adapters/storage/port'
import { commandActor } from '@kiosk/backend/audit/actor'
import type { Database } from '@kiosk/backend/db/connect'
import { count } from '@kiosk/backend/format-count'
import { publishAdvertisements } from '@kiosk/backend/reading/ads/publish-advertisements'
import { readAdvertisements, UnreadableAdvertisements } from '@kiosk/backend/reading/ads/read-advertisements'
import { dayInUtc } from '@kiosk/domain/day'
import { sql } from 'kysely'
import { DATA_ENVIRONMENT, type DeclareCommand, withExitCode } from './command.ts'
import { marketCodes } from './market-codes.ts'
import { wholeNumber } from './parse-values.ts'
import { printLines, withData } from './with-database.ts'

const EXAMPLE = `
  advertisements:
    - key: sommer-abo            # unique name; importing the file again updates the ad
      language: de               # de, en, fr
      headline: Ein Sommer voller Geschichten
      body: Drei Monate alles lesen.
      target: /user/subscription # or https://…
      image: sommer.jpg          # in the folder of this file; needs alt. This and everything below is optional
      alt: Ein Liegestuhl am See
      markets: [AT, CH]          # default: all
      categories: [travel]       # only in issues of these categories; default: all
      from: 2026-06-01
      until: 2026-08-31          # last day, UTC
      weight: 3                  # higher weights are shown first; default 1
      daily-cap: 5000            # maximum impressions per day
      active: true`

const WRONG_FILE = 65

export const declare: DeclareCommand = (command) => {
  command
    .description('House ads, shown to free readers between pages: at most one for every eight pages, labelled, without cookies.')
    .addHelpText('afterAll', DATA_ENVIRONMENT)
  command
    .command('import')
    .summary('Adds and updates ads.')
    .description('Adds the ads of a YAML or JSON file and updates those with a known key; a file with an error changes nothing.')
    .argument('<FILE>', 'YAML or JSON, as below')
    .addHelpText('after', EXAMPLE)
    .action(withExitCode((file) => withData(({ connection, files }) => importFile(connection.db, files, file))))
  command
    .command('list')
    .description('Lists all ads with markets, dates and weight.')
    .action(withExitCode(() => printLines(linesOf)))
  command
    .command('statistics')
    .alias('figures')
    .description('Lists impressions and clicks per day.')
    .option('--days <N>', 'how many days', wholeNumber(), 30)
    .action(withExitCode(({ days }) => printLines((db) => metricsOf(db, days))))
}

async function importFile(db: Database, files: Files, file: string): Promise<number> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) {
    console.error(`There is no file ${file}.`)
    return WRONG_FILE
  }
  const folder = dirname(resolve(file))
  const imageOf = async (image: string) => {
    const path = resolve(folder, image)
    // Only images in the file's folder: a file from elsewhere must not read images from anywhere on the machine.
    return relative(folder, path).startsWith('..') ? null : readFile(path).catch(() => null)
  }
  try {
    const categories = await db.selectFrom('categories').select('uid').execute()
    const advertisements = readAdvertisements(
      text,
      categories.map(({ uid }) => uid),
    )
    const { added, changed } = await publishAdvertisements({ db, files, actor: commandActor() }, advertisements, imageOf)
    console.log(`${added} added, ${changed} changed.`)
    return 0
  } catch (error) {
    if (!(error instanceof UnreadableAdvertisements)) throw error
    for (const mistake of error.mistakes) console.error(mistake)
    console.error('Nothing is changed.')
    return WRONG_FILE
  }
}

async function linesOf(db: Database): Promise<string[]> {
  const all = await db
    .selectFrom('advertisements')
    .selectAll()
    .orderBy('language')
    .orderBy('weight', 'desc')
    .orderBy('id')
    .execute()
  if (all.length === 0) return ['There are no ads.']
  return all.map((each) => {
    const markets = marketCodes(each.region_ids)
    const categories = each.category_uids?.join(', ') ?? 'everywhere'
    const end = each.ends_at ? ` to ${dayInUtc(new Date(each.ends_at.getTime() - 1))}` : ''
    const cap = each.daily_cap === null ? '' : `, at most ${each.daily_cap} a day`
    const state = each.active ? '' : ' (off)'
    return `${(each.key ?? String(each.id)).padEnd(20)} ${each.language} ${each.headline}${state}: ${markets}, ${categories}, from ${dayInUtc(each.starts_at)}${end}, weight ${each.weight}${cap}`
  })
}

async function metricsOf(db: Database, days: number): Promise<string[]> {
  const rows = await db
    .selectFrom('advertisement_counts')
    .innerJoin('advertisements', 'advertisements.id', 'advertisement_id')
    .select(['day', 'key', 'advertisements.id', 'headline', 'impressions', 'clicks'])
    .where('day', '>', sql<string>`current_date - ${days}::integer`)
    .orderBy('day', 'desc')
    .orderBy('impressions', 'desc')
    .execute()
  if (rows.length === 0) return ['No ad was shown.']
  return rows.map(({ day, key, id, headline, impressions, clicks }) => {
    const rate = impressions > 0 ? ` (${((clicks / impressions) * 100).toFixed(1)} %)` : ''
    return `${day} ${(key ?? String(id)).padEnd(20)} ${count(impressions, 'impression')}, ${count(clicks, 'click')}${rate}  ${headline}`
  })
}
