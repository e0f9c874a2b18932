import type { Database } from '@kiosk/api/database/connect'
import { sql } from 'kysely'

type Written = {
  uid: string
  titleKey: string
  language: 'de' | 'en' | 'fr'
  headline: string
  text: string
  trend: number
  daysAgo: number
}

/** What the demonstration's titles write about, each tied to the newest complete issue of one of them. */
export const TOPICS: readonly Written[] = [
  {
    uid: 'nachtzuege',
    titleKey: 'fernspur',
    language: 'de',
    headline: 'Die Nachtzüge kommen zurück',
    text: 'Mehr Verbindungen, mehr Abteile, mehr Schlaf: Wer abends in Wien einsteigt, frühstückt am Meer.\n\nWir haben nachgesehen, welche Strecken wirklich fahren und wo man besser wach bleibt.',
    trend: 91,
    daysAgo: 1,
  },
  {
    uid: 'stadtbaeume',
    titleKey: 'gartenpforte',
    language: 'de',
    headline: 'Schatten für die Stadt',
    text: 'Wo ein Baum steht, ist es im August sechs Grad kühler. Gärtnerinnen aus drei Städten erzählen, welche Arten den Asphalt überleben.',
    trend: 84,
    daysAgo: 2,
  },
  {
    uid: 'huettenherbst',
    titleKey: 'hoehenluft',
    language: 'de',
    headline: 'Hüttenherbst ohne Gedränge',
    text: 'Wenn die Seilbahnen stillstehen, gehören die Stuben denen, die zu Fuß kommen. Sieben Hütten, die bis in den November offen haben.',
    trend: 76,
    daysAgo: 4,
  },
  {
    uid: 'brot-aus-der-glut',
    titleKey: 'loeffelweise',
    language: 'de',
    headline: 'Brot aus der Glut',
    text: 'Vier Zutaten, ein Topf, eine Nacht Geduld: Das Brot, über das gerade alle reden, braucht keinen Backofen.',
    trend: 68,
    daysAgo: 6,
  },
  {
    uid: 'quiet-harbours',
    titleKey: 'meridian-and-moor',
    language: 'en',
    headline: 'The quiet harbours',
    text: 'Six small ports that the ferries forgot, and why their cafés are full again.\n\nA journey along the edge of the map, one breakfast at a time.',
    trend: 88,
    daysAgo: 1,
  },
  {
    uid: 'slow-stars',
    titleKey: 'orrery',
    language: 'en',
    headline: 'Stars that take their time',
    text: 'Some suns need a century to blink. Astronomers have learned to wait, and what they saw changes the clock of the sky.',
    trend: 73,
    daysAgo: 3,
  },
  {
    uid: 'cuisine-du-placard',
    titleKey: 'la-table-claire',
    language: 'fr',
    headline: 'La cuisine du placard',
    text: 'Trois boîtes, un oignon, vingt minutes : les recettes de fin de mois reviennent à la mode, et c’est délicieux.',
    trend: 86,
    daysAgo: 2,
  },
  {
    uid: 'theatre-de-village',
    titleKey: 'l-entre-deux-actes',
    language: 'fr',
    headline: 'Le théâtre retourne au village',
    text: 'Une grange, quarante chaises, une troupe sans décor : partout, les petites scènes rouvrent, et le public suit.',
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
/** Keys of link posts begin so. */
export const LINK_KEY = 'demo-'

/** Places topics and links of the titles that are there; placed again, they stay as they are. */
export async function placeTopics(db: Database, today: string): Promise<void> {
  for (const { titleKey, daysAgo, ...topic } of TOPICS) {
    await sql`
      insert into topics (uid, language, headline, text, trend, release_date, issue_id, article_position, page, demonstration)
      select ${topic.uid}, ${topic.language}, ${topic.headline}, ${topic.text}, ${topic.trend}, ${today}::date - ${daysAgo}::int,
        i.id, a.position, coalesce(a.first_page, 1), true
      from issues i join titles t on t.id = i.title_id left join articles a on a.issue_id = i.id and a.position = 0
      where t.key = ${titleKey} order by (a.id is null), i.issue_date desc limit 1
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
