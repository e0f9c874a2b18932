import { refreshRecommendations } from '@kiosk/backend/catalogue/refresh-recommendations'
import type { Database } from '@kiosk/backend/db/connect'
import { addressOf } from '@kiosk/domain/addresses'
import { dayInUtc } from '@kiosk/domain/day'
import { sql } from 'kysely'
import { random } from './seeded-random.ts'
import type { Subject } from './titles/title.ts'
import { titles } from './titles/titles.ts'

/** The featured titles of each market, in order; regional ones come first. */
export const FRONT = {
  web_at: [
    'donauwarte',
    'hoehenluft',
    'herdwaerts',
    'marlen',
    'donau-rundblick',
    'die-lupe',
    'fernspur',
    'parkett-und-rang',
    'frau-morgen',
    'inntaler-bote',
    'fuchs-und-floh',
    'gartenpforte',
    'kurvenlage',
    'fernrohr',
    'wohnlicht',
    'das-kontor',
    'bitwerk',
    'blitzblatt',
  ],
  web_de: [
    'die-lupe',
    'fernspur',
    'wohnlicht',
    'kurvenlage',
    'frau-morgen',
    'fernrohr',
    'der-rheinmaerker',
    'nachspielzeit',
    'loeffelweise',
    'das-kontor',
    'bitwerk',
    'marlen',
    'elbmorgen',
    'sternenbande',
    'lesebuehne',
    'pedalritter',
    'hoehenluft',
    'havelland-echo',
  ],
  web_ch: [
    'blickwinkel',
    'zwischenhalt',
    'zeigerwerk',
    'limmat-journal',
    'seidig',
    'warum-eigentlich',
    'courrier-du-lac',
    'hoehenluft',
    'nullpunkt',
    'zinsfuss',
    'le-fil-des-jours',
    'ladehub',
    'la-table-claire',
    'fernspur',
    'fuchs-und-floh',
    'marlen',
    'grand-large',
    'wohnlicht',
  ],
} as const

/** Related titles, as an editor would choose them; their newest issues are shown together. */
const BESIDE: Record<string, readonly string[]> = {
  hoehenluft: ['loipe', 'fernspur', 'inntaler-bote', 'zwischenhalt', 'grand-large'],
  fernspur: ['zwischenhalt', 'meridian-and-moor', 'grand-large', 'hoehenluft', 'elbmorgen'],
  herdwaerts: ['loeffelweise', 'rebenrand', 'la-table-claire', 'proof-and-crumb', 'gartenpforte'],
  'die-lupe': ['donauwarte', 'blickwinkel', 'far-dispatch', 'le-fil-des-jours', 'das-kontor'],
  marlen: ['velvet-hour', 'heure-d-azur', 'seidig', 'frau-morgen', 'parkett-und-rang'],
  fernrohr: ['orrery', 'cabinet-des-etoiles', 'zellkern', 'warum-eigentlich', 'sternenbande'],
  'donau-rundblick': ['donau-rundblick-wochenende', 'donauwarte', 'der-rheinmaerker', 'inntaler-bote', 'harbour-chronicle'],
}

/** House advertisements for readers of the free tier: one message and one link each. */
export const ADVERTISEMENTS = [
  {
    key: 'ohne-werbung-de',
    language: 'de',
    headline: 'Lesen, ohne dass jemand dazwischenredet.',
    body: 'Mit einem Abo blättern Sie ohne Werbung durch alle Magazine.',
    target_url: addressOf('subscriptions'),
    weight: 3,
  },
  {
    key: 'unterwegs-de',
    language: 'de',
    headline: 'Der Kiosk fährt mit.',
    body: 'Hefte daheim laden und im Tunnel, im Flugzeug oder auf der Alm weiterlesen.',
    target_url: addressOf('features'),
    weight: 2,
  },
  {
    key: 'zeitung-de',
    language: 'de',
    headline: 'Und die Zeitung dazu?',
    body: 'Mit Premium lesen Sie auch alle Tageszeitungen, von der ersten bis zur letzten Seite.',
    target_url: addressOf('subscriptions'),
    weight: 2,
  },
  {
    key: 'ohne-werbung-en',
    language: 'en',
    headline: 'Reading, uninterrupted.',
    body: 'With a subscription every magazine is yours without advertisements.',
    target_url: addressOf('subscriptions'),
    weight: 3,
  },
  {
    key: 'unterwegs-en',
    language: 'en',
    headline: 'The newsstand travels well.',
    body: 'Download at home and read on in the tunnel, on the plane or up the hill.',
    target_url: addressOf('features'),
    weight: 2,
  },
  {
    key: 'zeitung-en',
    language: 'en',
    headline: 'And the paper, too?',
    body: 'Premium opens every newspaper, from the first page to the crossword.',
    target_url: addressOf('subscriptions'),
    weight: 2,
  },
  {
    key: 'ohne-werbung-fr',
    language: 'fr',
    headline: 'Lire, sans être interrompu.',
    body: 'Avec un abonnement, tous les magazines se feuillettent sans publicité.',
    target_url: addressOf('subscriptions'),
    weight: 3,
  },
  {
    key: 'unterwegs-fr',
    language: 'fr',
    headline: 'Le kiosque voyage avec vous.',
    body: 'Téléchargez chez vous, lisez dans le tunnel, en avion ou à l’alpage.',
    target_url: addressOf('features'),
    weight: 2,
  },
  {
    key: 'zeitung-fr',
    language: 'fr',
    headline: 'Et le journal avec ?',
    body: 'Premium ouvre aussi tous les quotidiens, de la une à la dernière page.',
    target_url: addressOf('subscriptions'),
    weight: 2,
  },
  {
    key: 'wandern-de',
    language: 'de',
    headline: 'Wohin am Wochenende?',
    body: 'Unsere Reisemagazine kennen den Weg. Blättern Sie durch alle, die gerade ausliegen.',
    target_url: addressOf('catalogue', { category: 'travel' }),
    weight: 4,
    category_uids: ['travel'],
    region_ids: [1, 3],
    daily_cap: 5000,
  },
] as const

export const CAMPAIGN = {
  key: 'herbst',
  headline: 'Ein Herbst voller Geschichten',
  description: 'Drei Monate alles lesen: die schönsten Magazine und alle Zeitungen, ohne Werbung, auch ohne Netz.',
  meta_title: 'Ein Herbst voller Geschichten',
  meta_description: 'Magazine und Zeitungen für lange Abende: drei Monate zum Herbstpreis.',
} as const

/** Adds content sets, recommendations, readers and advertisements for the existing titles. Can be repeated. */
export async function placeReferenceData(db: Database): Promise<void> {
  const rows = await db.selectFrom('titles').select(['id', 'key']).where('demonstration', '=', true).execute()
  const idOf = new Map(rows.map(({ key, id }) => [key, id]))
  await db.transaction().execute(async (transaction) => {
    for (const [key, entries] of Object.entries(FRONT)) {
      await transaction
        .insertInto('content_sets')
        .values({ key })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await transaction.deleteFrom('content_set_entries').where('set_key', '=', key).execute()
      const placed = entries.flatMap((entry) => idOf.get(entry) ?? [])
      if (placed.length > 0)
        await transaction
          .insertInto('content_set_entries')
          .values(placed.map((title_id, position) => ({ set_key: key, position: position + 1, title_id })))
          .execute()
    }
    for (const [key, others] of Object.entries(BESIDE)) await placeBeside(transaction, key, others)
    await placeSupplements(transaction)
    for (const one of ADVERTISEMENTS) {
      // A newsstand that was filled before advertisements had keys has this one without a key.
      const { key } = one
      await transaction
        .updateTable('advertisements')
        .set({ key })
        .where('key', 'is', null)
        .where('headline', '=', one.headline)
        .execute()
      await transaction
        .insertInto('advertisements')
        .values('category_uids' in one ? { ...one, category_uids: [...one.category_uids], region_ids: [...one.region_ids] } : one)
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute()
    }
    await transaction
      .insertInto('campaigns')
      .values(CAMPAIGN)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  await inventReaders(db)
  await refreshRecommendations(db)
}

/** Assigns each supplement to the newest issue of its main title that is not newer than itself. */
async function placeSupplements(db: Database): Promise<void> {
  await sql`
    update issues set supplement_to = (
      select i.id from issues i where i.title_id = t.supplement_of and i.issue_date <= issues.issue_date
      order by i.issue_date desc, i.id desc limit 1
    )
    from titles t where t.id = issues.title_id and t.supplement_of is not null and issues.demonstration`.execute(db)
}

async function placeBeside(db: Database, key: string, others: readonly string[]): Promise<void> {
  await sql`
    insert into related_issues (issue_id, position, related_issue_id)
    select one.id, other.position, newest.id
    from (select i.id from issues i join titles t on t.id = i.title_id where t.key = ${key} order by i.issue_date desc limit 1) one,
      unnest(${[...others]}::text[]) with ordinality as other (key, position),
      lateral (select i.id from issues i join titles t on t.id = i.title_id where t.key = other.key order by i.issue_date desc limit 1) newest
    on conflict do nothing`.execute(db)
}

/** Simulates readers with preferences: each opens a few related titles. */
async function inventReaders(db: Database): Promise<void> {
  const newest = await db
    .selectFrom('issues')
    .innerJoin('titles', 'titles.id', 'issues.title_id')
    .select(['titles.key', 'issues.id as issue_id', 'titles.id as title_id'])
    .where('issues.demonstration', '=', true)
    .distinctOn('titles.id')
    .orderBy('titles.id')
    .orderBy('issues.issue_date', 'desc')
    .execute()
  const issueOf = new Map(newest.map((row) => [row.key, row]))
  await db.deleteFrom('readings').where('reader', 'like', 'demonstration-%').execute()
  const chance = random('readers')
  const day = dayInUtc(new Date())
  const events: { day: string; issue_id: number; title_id: number; reader: string; page: number }[] = []
  for (let reader = 0; reader < 400; reader++) {
    const language = chance.pick(['de', 'de', 'de', 'de', 'en', 'fr'] as const)
    const readable = titles.filter((title) => title.language === language || chance.chance(0.06))
    const tastes = new Set<Subject>(chance.shuffled(readable.map(({ subject }) => subject)).slice(0, 2))
    const chosen = chance
      .shuffled(readable.filter(({ subject, alsoIn }) => tastes.has(subject) || alsoIn?.some((each) => tastes.has(each))))
      .slice(0, chance.whole(2, 5))
    for (const { key } of chosen) {
      const row = issueOf.get(key)
      if (row)
        events.push({
          day,
          issue_id: row.issue_id,
          title_id: row.title_id,
          reader: `demonstration-${reader}`,
          page: chance.whole(2, 6),
        })
    }
  }
  for (let from = 0; from < events.length; from += 1000)
    await db
      .insertInto('readings')
      .values(events.slice(from, from + 1000))
      .execute()
}
