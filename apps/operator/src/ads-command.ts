import { readFile } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Database } from '@kiosk/api/database/connect'
import { filesOfEnvironment } from '@kiosk/api/outside/files/file-settings'
import { publishAdvertisements } from '@kiosk/api/reading/publish-advertisements'
import { readAdvertisements, UnreadableAdvertisements } from '@kiosk/api/reading/read-advertisements'
import { regions } from '@kiosk/domain/regions'
import { sql } from 'kysely'
import { atTheDatabase } from './at-the-database.ts'
import { isoDay, wholeNumber } from './entered-values.ts'
import type { Command } from './kiosk.ts'

const HELP = `Usage: npm run kiosk -- ads import FILE
       npm run kiosk -- ads list
       npm run kiosk -- ads figures [--days N]

Advertisements of the house, shown to free readers between pages: at most every eighth page, labelled, without cookies.

  import FILE   adds those of a YAML or JSON file; one with a known key is changed. Nothing is changed where a mistake is found
  list          all of them: where, when and how heavy
  figures       impressions and clicks day by day; default: the last 30 days

  advertisements:
    - key: sommer-abo            # its name; reading the file again changes it
      language: de               # de, en, fr
      headline: Ein Sommer voller Geschichten
      body: Drei Monate alles lesen.
      target: /user/subscription # or https://…
      image: sommer.jpg          # beside this file; needs alt. From here on everything may be left out
      alt: Ein Liegestuhl am See
      markets: [AT, CH]          # default: all
      categories: [travel]       # only in issues of these; default: everywhere
      from: 2026-06-01
      until: 2026-08-31          # the last day, UTC
      weight: 3                  # the heavier comes first; default 1
      daily-cap: 5000            # shown at most so often a day
      active: true

Environment: DATA_DIR, DATABASE_URL.`

const WRONG_USE = 64
const WRONG_FILE = 65

export const adsCommand: Command = {
  summary: 'advertisements of the house: import, list, figures',
  help: HELP,
  async run(args) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { days: { type: 'string' } } })
    const [action, file, ...rest] = positionals
    const days = wholeNumber(values.days ?? '30')
    if (action === 'import' && file !== undefined && rest.length === 0) return atTheDatabase((db) => importFile(db, file))
    if ((action !== 'list' && action !== 'figures') || file !== undefined || !days) {
      console.error(HELP)
      return WRONG_USE
    }
    return atTheDatabase(async (db) => {
      for (const line of await (action === 'list' ? linesOf(db) : figuresOf(db, days))) console.log(line)
      return 0
    })
  },
}

async function importFile(db: Database, file: string): Promise<number> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) {
    console.error(`There is no file ${file}.`)
    return WRONG_FILE
  }
  const dataDir = process.env.DATA_DIR || fileURLToPath(new URL('../../../data', import.meta.url))
  const folder = dirname(resolve(file))
  const pictureOf = async (image: string) => {
    const path = resolve(folder, image)
    // Only what lies beside the file: a file from elsewhere can't take pictures from all over the machine.
    return relative(folder, path).startsWith('..') ? null : readFile(path).catch(() => null)
  }
  try {
    const categories = await db.selectFrom('categories').select('uid').execute()
    const wanted = readAdvertisements(
      text,
      categories.map(({ uid }) => uid),
    )
    const { added, changed } = await publishAdvertisements({ db, files: filesOfEnvironment(dataDir) }, wanted, pictureOf)
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
    .selectFrom('house_advertisements')
    .selectAll()
    .orderBy('language')
    .orderBy('weight', 'desc')
    .orderBy('id')
    .execute()
  if (all.length === 0) return ['There are no advertisements.']
  return all.map((each) => {
    const markets = each.region_ids?.map((id) => regions.find((region) => region.id === id)?.country).join(', ') ?? 'all markets'
    const categories = each.category_uids?.join(', ') ?? 'everywhere'
    const end = each.ends_at ? ` to ${isoDay(new Date(each.ends_at.getTime() - 1))}` : ''
    const cap = each.daily_cap === null ? '' : `, at most ${each.daily_cap} a day`
    const state = each.active ? '' : ' (off)'
    return `${(each.key ?? String(each.id)).padEnd(20)} ${each.language} ${each.headline}${state}: ${markets}, ${categories}, from ${isoDay(each.starts_at)}${end}, weight ${each.weight}${cap}`
  })
}

async function figuresOf(db: Database, days: number): Promise<string[]> {
  const rows = await db
    .selectFrom('advertisement_counts')
    .innerJoin('house_advertisements', 'house_advertisements.id', 'advertisement_id')
    .select(['day', 'key', 'house_advertisements.id', 'headline', 'impressions', 'clicks'])
    .where('day', '>', sql<string>`current_date - ${days}::integer`)
    .orderBy('day', 'desc')
    .orderBy('impressions', 'desc')
    .execute()
  if (rows.length === 0) return ['Nothing was shown.']
  return rows.map(({ day, key, id, headline, impressions, clicks }) => {
    const rate = impressions > 0 ? ` (${((clicks / impressions) * 100).toFixed(1)} %)` : ''
    return `${day} ${(key ?? String(id)).padEnd(20)} ${impressions} seen, ${clicks} pressed${rate}  ${headline}`
  })
}
