import type { Database } from '@kiosk/backend/db/connect'
import { sql } from 'kysely'

type Written = {
  uid: string
  language: 'de' | 'en' | 'fr'
  /** Headline of the article that the topic links to. */
  headline: string
  text: string
  trend: number
  daysAgo: number
}

/** Topics of the demonstration. Each links to the newest issue that contains its article. */
const TOPICS: readonly Written[] = [
  {
    uid: 'neunzehn-bruecken',
    language: 'de',
    headline: 'Über neunzehn Brücken ans Meer',
    text: 'Drei Wagen, zwei davon mit Fenstern, die aufgehen: Auf der langsamsten Strecke des Kontinents ist jede Verspätung ein Geschenk.\n\nWer um sieben Uhr zwölf einsteigt, braucht Kirschen, Käse und sonst nichts.',
    trend: 91,
    daysAgo: 1,
  },
  {
    uid: 'vier-tage',
    language: 'de',
    headline: 'Vier Tage, volle Kraft',
    text: 'Ein Werk am Stadtrand hat den Freitag abgeschafft und liefert mehr als zuvor. Was die Halle erzählt, wenn niemand da ist.',
    trend: 84,
    daysAgo: 2,
  },
  {
    uid: 'garten-im-november',
    language: 'de',
    headline: 'Der Garten schläft nicht',
    text: 'Unter der Erde ist jetzt mehr los als im Mai darüber. Was im Beet zu tun ist, und was man besser bleiben lässt.',
    trend: 76,
    daysAgo: 4,
  },
  {
    uid: 'klare-suppe',
    language: 'de',
    headline: 'Die Kunst der klaren Suppe',
    text: 'Vier Stunden, drei Knochen, die Geduld einer Großmutter: Eine Rindsuppe darf nie kochen, sie soll lächeln.',
    trend: 68,
    daysAgo: 6,
  },
  {
    uid: 'nineteen-bridges',
    language: 'en',
    headline: 'Nineteen Bridges to the Sea',
    text: 'Three carriages, and in two of them the windows open: the slowest line on the continent is the best reason to miss the fast one.\n\nBring cherries, cheese and an old map.',
    trend: 88,
    daysAgo: 1,
  },
  {
    uid: 'slowest-star',
    language: 'en',
    headline: 'Listening for the Slowest Star',
    text: 'It beats once every eleven minutes, and by everything we know it should have stopped long ago. A night with the people who listen.',
    trend: 73,
    daysAgo: 3,
  },
  {
    uid: 'bouillon-clair',
    language: 'fr',
    headline: 'L’éloge du bouillon clair',
    text: 'Quatre heures, trois os et la patience d’une grand-mère : un bouillon ne doit jamais bouillir, il doit sourire.',
    trend: 86,
    daysAgo: 2,
  },
  {
    uid: 'souffleuse',
    language: 'fr',
    headline: 'La souffleuse entre en scène',
    text: 'Quarante ans dans l’ombre, tous les mots par cœur. La voici en pleine lumière, et c’est le public qui retient son souffle.',
    trend: 70,
    daysAgo: 5,
  },
]
const LINKED = [
  'hoehenluft',
  'fernspur',
  'marlen',
  'die-lupe',
  'wohnlicht',
  'kurvenlage',
  'fernrohr',
  'gartenpforte',
  'bitwerk',
  'loeffelweise',
  'frau-morgen',
  'donauwarte',
  'meridian-and-moor',
  'la-table-claire',
  'orrery',
  'nachspielzeit',
]
/** Prefix of the keys of link posts. */
const LINK_KEY = 'demo-'

/** Adds topics and link posts for existing titles. Existing ones are not changed. */
export async function placeTopics(db: Database, today: string): Promise<void> {
  for (const { daysAgo, ...topic } of TOPICS) {
    await sql`
      insert into topics (uid, language, headline, text, trend, release_date, issue_id, article_position, page, demonstration)
      select ${topic.uid}, ${topic.language}, ${topic.headline}, ${topic.text}, ${topic.trend}, ${today}::date - ${daysAgo}::int,
        i.id, a.position, a.first_page, true
      from articles a join issues i on i.id = a.issue_id join titles t on t.id = i.title_id
      where t.demonstration and t.language = ${topic.language} and a.headline = ${topic.headline}
      order by (a.position <> 0), i.issue_date desc, t.key limit 1
      on conflict (uid) do nothing`.execute(db)
  }
  for (const [place, key] of LINKED.entries()) {
    await sql`
      insert into link_posts (key, issue_id, target_url, title, posted_on, demonstration)
      select ${LINK_KEY + key}, i.id, '/magazines/issues/' || i.uid, t.name, ${today}::date - ${place}::int, true
      from issues i join titles t on t.id = i.title_id where t.key = ${key} order by i.issue_date desc limit 1
      on conflict (key) do nothing`.execute(db)
  }
}
