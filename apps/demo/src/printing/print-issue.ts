import { families } from '../covers/families.ts'
import { dice } from '../dice.ts'
import { palettes } from '../pictures/palettes.ts'
import { type Picture, renderPicture, type SceneName } from '../pictures/render.ts'
import { veilsOf } from '../pictures/veils.ts'
import { numberLabel, type PlannedIssue } from '../titles/plan.ts'
import { briefsPage } from './newspaper-pages.ts'
import type { Issue } from './page.ts'
import { advertisementPage, closingPage, contentsPage } from './pages.ts'
import { Sheet } from './sheet.ts'
import { storyPages } from './story-pages.ts'

/** Width in pixels at which a cover's picture is drawn; the type on it is drawn by outline and stays sharp at any size. */
const COVER_PICTURE = { newest: 620, before: 460 } as const
const INNER_PICTURE = 400

/** What the inner pages show besides the scenes of the title's covers. */
const COMPANIONS = {
  news: ['city', 'village', 'sea', 'forest', 'viaduct', 'figure'],
  regional: ['village', 'mountains', 'viaduct', 'forest', 'city', 'garden'],
  women: ['room', 'garden', 'sea', 'table', 'portrait'],
  men: ['forest', 'car', 'glass', 'watch', 'mountains'],
  cooking: ['table', 'glass', 'garden', 'village', 'room'],
  science: ['planet', 'helix', 'sea', 'forest', 'composition'],
  cars: ['car', 'mountains', 'sea', 'city', 'village'],
  children: ['animal', 'planet', 'forest', 'village', 'sea'],
  business: ['figure', 'city', 'circuit', 'room', 'sea'],
  sport: ['athlete', 'mountains', 'forest', 'city', 'village'],
  travel: ['mountains', 'sea', 'viaduct', 'village', 'forest', 'city'],
  culture: ['composition', 'portrait', 'room', 'city', 'forest'],
  home: ['room', 'garden', 'table', 'village', 'forest'],
  technology: ['circuit', 'composition', 'figure', 'city', 'helix'],
} as const satisfies Record<PlannedIssue['title']['subject'], readonly SceneName[]>
const LIGHTS = ['dawn', 'noon', 'autumn', 'dusk'] as const
const TABLES = ['wood', 'linen', 'slate', 'sand'] as const

/** Pictures of the inner pages: few enough that hundreds of issues share them. */
const archive = new Map<string, Promise<Picture>>()

function archived(issue: PlannedIssue, at: number): Promise<Picture> {
  const scenes = [...COMPANIONS[issue.title.subject], ...issue.title.scenes]
  const scene = scenes[at % scenes.length]!
  const light = (at + issue.variant) % LIGHTS.length
  const key = `${scene} ${light}`
  let picture = archive.get(key)
  if (!picture) {
    const palette = palettes[scene === 'table' ? TABLES[light]! : LIGHTS[light]!]
    picture = renderPicture(scene, key, light, palette, INNER_PICTURE, Math.round(INNER_PICTURE * 1.3))
    archive.set(key, picture)
  }
  return picture
}

const WORDS = {
  de: {
    next: 'Im nächsten Heft',
    made: 'Dieses Heft gehört zur Vorführung des Kiosks. Titel, Menschen und Marken sind erfunden.',
    editorial:
      'manche Hefte entstehen am Schreibtisch, dieses ist unterwegs entstanden: auf Bahnsteigen, in Küchen, an Werkbänken und einmal auf einem Dach. Wir haben zugehört, nachgefragt und noch einmal nachgefragt. Was dabei herauskam, lesen Sie auf den folgenden Seiten. Nehmen Sie sich Zeit, sie ist gut angelegt.',
  },
  en: {
    next: 'In the next issue',
    made: 'This issue belongs to the demonstration of the newsstand. Titles, people and brands are invented.',
    editorial:
      'some issues are made at a desk. This one was made on platforms, in kitchens, at workbenches and once on a roof. We listened, asked and asked again. What came of it is on the following pages. Take your time with them; it will be well spent.',
  },
  fr: {
    next: 'Dans le prochain numéro',
    made: 'Ce numéro appartient à la démonstration du kiosque. Titres, personnes et marques sont inventés.',
    editorial:
      'certains numéros naissent au bureau. Celui-ci est né sur des quais, dans des cuisines, devant des établis et une fois sur un toit. Nous avons écouté, demandé, redemandé. Le reste est dans les pages qui suivent. Prenez votre temps : il sera bien employé.',
  },
} as const

/** Prints an issue: the PDF's bytes, the same for the same plan. */
export async function printIssue(plan: PlannedIssue): Promise<Buffer> {
  const { title } = plan
  const [width, height] = plan.sheet
  const chance = dice(`print ${plan.seed}`)
  const palette = title.palettes[plan.turn % title.palettes.length]!
  const scene = title.scenes[plan.turn % title.scenes.length]!
  const colours = palettes[palette]
  // Newspapers show their picture across, magazines over the whole sheet.
  const across = title.kind === 'newspaper'
  const left = chance.chance(0.6)
  const wide = plan.turn === 0 ? COVER_PICTURE.newest : COVER_PICTURE.before
  const tall = Math.round(across && title.family !== 'tabloid' ? wide * 0.62 : (wide * height) / width)
  const picture = await renderPicture(scene, plan.seed, plan.variant, colours, wide, tall, veilsOf(title.family, colours, left))
  const sheet = new Sheet({
    title: `${title.name}, ${plan.name}`,
    author: title.publisher,
    subject: plan.headline,
    language: title.language,
    made: new Date(`${plan.date}T04:00:00Z`),
  })
  sheet.page(width, height)
  const [lead, ...others] = plan.stories
  families[title.family](sheet, {
    masthead: title.masthead ?? title.name,
    face: title.face,
    motto: title.motto,
    lead: lead!,
    lines: others,
    number: numberLabel(plan),
    date: plan.dateText,
    price: title.price,
    edition: plan.edition,
    label: plan.label,
    language: title.language,
    colours,
    brand: title.brand,
    picture,
    width,
    height,
    left,
    chance,
  })
  const pictures = [picture]
  for (let at = 0; at < (plan.complete ? 7 : 2); at++) pictures.push(await archived(plan, plan.turn + at))
  const issue: Issue = {
    sheet,
    width,
    height,
    masthead: title.name,
    display: displayFace(title.face),
    brand: title.brand,
    colours,
    language: title.language,
    date: plan.dateText,
    newspaper: across,
    pictures: pictures.slice(1),
    chance,
    page: 1,
  }
  fillPages(issue, plan)
  return sheet.end()
}

/** Mastheads in script or old letters are not for headlines. */
const displayFace = (face: PlannedIssue['title']['face']) =>
  face === 'blackletter' || face === 'lobster' || face === 'jostLight' ? 'playfair' : face

/** Lays the stories out over the pages that follow the cover. */
function fillPages(issue: Issue, plan: PlannedIssue): void {
  const words = WORDS[plan.title.language]
  const room = plan.pages - 3
  const entries: { story: PlannedIssue['stories'][number]; page: number }[] = []
  let page = issue.newspaper ? 2 : 3
  let left = issue.newspaper ? plan.pages - 2 : room
  let advertisement = 0
  const order: (() => void)[] = []
  for (let at = 0; left > 0; at++) {
    const story = plan.stories[at % plan.stories.length]!
    const again = at >= plan.stories.length
    if (plan.complete && at % 4 === 3 && left > 1) {
      const number = advertisement++
      order.push(() => advertisementPage(issue, number + plan.turn + plan.seed.length))
      page += 1
      left -= 1
    }
    if (again) {
      const three = [0, 1, 2]
        .map((more) => plan.stories[(at * 2 + more) % plan.stories.length]!)
        .slice(0, issue.newspaper ? 3 : 2)
      order.push(() => briefsPage(issue, three[0]!.kicker, three))
      page += 1
      left -= 1
      continue
    }
    const pages: 1 | 2 = !issue.newspaper && left >= 2 && at % 2 === 0 ? 2 : 1
    entries.push({ story, page })
    const layout = at
    const beside = [1, 2].map((more) => plan.stories[(at + more * 3) % plan.stories.length]!)
    order.push(() => storyPages(issue, story, pages, layout, beside))
    page += pages
    left -= pages
  }
  if (!issue.newspaper) contentsPage(issue, entries, words.editorial)
  for (const draw of order) draw()
  const next = plan.stories.at(-1)!
  closingPage(issue, {
    next: words.next,
    headline: next.headline,
    standfirst: next.standfirst,
    imprint: [`${plan.title.publisher}, ${plan.title.place}`, `${plan.title.name}  ·  ${plan.name}`, words.made],
  })
}
