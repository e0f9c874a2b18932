import { families } from '../covers/families.ts'
import { veilsOf } from '../covers/family-veils.ts'
import { random } from '../dice.ts'
import { palettes } from '../pictures/palettes.ts'
import { type Picture, renderPicture, type SceneName } from '../pictures/render.ts'
import type { Story } from '../texts/stories.ts'
import { numberLabel, type PlannedIssue } from '../titles/plan.ts'
import { briefsPage } from './newspaper-pages.ts'
import type { Issue } from './page.ts'
import { advertisementPage, closingPage, contentsPage } from './pages.ts'
import { Sheet } from './sheet.ts'
import { storyPages } from './story-pages.ts'

/** Width of a cover's picture. Pixels. Text on it is vector and stays sharp at any size. */
const COVER_PICTURE = { newest: 620, before: 460 } as const
const INNER_PICTURE = 400

/** Scenes of inner pages by subject, in addition to those of the title's covers. */
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

/** Pictures of inner pages by scene and light, shared by hundreds of issues. */
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

/** Prints an issue. Returns the PDF; the same plan gives the same bytes. */
export async function printIssue(plan: PlannedIssue): Promise<Buffer> {
  const { title } = plan
  const [width, height] = plan.sheet
  const chance = random(`print ${plan.seed}`)
  const palette = title.palettes[plan.turn % title.palettes.length]!
  const scene = title.scenes[plan.turn % title.scenes.length]!
  const colours = palettes[palette]
  // The picture of a newspaper is landscape, that of a magazine fills the sheet.
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

/** Returns the typeface of headlines: that of the masthead, unless it is script, blackletter or too light. */
const displayFace = (face: PlannedIssue['title']['face']) =>
  face === 'blackletter' || face === 'lobster' || face === 'jostLight' ? 'playfair' : face

/** Returns the number of advertising pages. Short issues have none. */
const advertisementsIn = ({ complete, pages }: PlannedIssue) => (complete ? (pages > 20 ? 4 : 2) : 0)

/** Lays the stories out over the pages that follow the cover. */
function fillPages(issue: Issue, plan: PlannedIssue): void {
  const words = WORDS[plan.title.language]
  const advertisements = advertisementsIn(plan)
  let shown = plan.turn + plan.seed.length
  const inFront = issue.newspaper ? 0 : Math.min(1, advertisements)
  if (issue.newspaper) {
    const { mains, beside } = shared(plan.stories, plan.pages - 2 - advertisements)
    mains.forEach((story, at) => {
      storyPages(issue, story, 1, at, beside[at])
    })
  } else {
    const slots = slotsFor(plan.stories, plan.pages - 3 - advertisements)
    let page = 3 + inFront
    const entries = slots.flatMap(({ stories, pages }) => {
      const from = page
      page += pages
      return stories.map((story) => ({ story, page: from }))
    })
    contentsPage(issue, entries, words.editorial)
    for (let at = 0; at < inFront; at++) advertisementPage(issue, shown++)
    slots.forEach(({ stories, pages }, at) => {
      if (stories.length > 1) briefsPage(issue, stories[0]!.kicker, stories)
      else storyPages(issue, stories[0]!, pages, at)
    })
  }
  const next = plan.stories.at(-1)!
  closingPage(issue, {
    next: words.next,
    headline: next.headline,
    standfirst: next.standfirst,
    imprint: [`${plan.title.publisher}, ${plan.title.place}`, `${plan.title.name}  ·  ${plan.name}`, words.made],
  })
  for (let at = inFront; at < advertisements; at++) advertisementPage(issue, shown++)
}

/** Assigns stories to a newspaper's pages: a main story each, and two others below it. */
function shared(stories: readonly Story[], pages: number): { mains: Story[]; beside: Story[][] } {
  const story = (at: number) => stories[at % stories.length]!
  const numbers = Array.from({ length: pages }, (_, at) => at)
  return { mains: numbers.map(story), beside: numbers.map((at) => [story(pages + at * 2), story(pages + at * 2 + 1)]) }
}

/** Assigns stories to a magazine's pages: two pages or one for a story; every fifth time, two stories share a page. */
function slotsFor(stories: readonly Story[], room: number): { stories: Story[]; pages: 1 | 2 }[] {
  const slots: { stories: Story[]; pages: 1 | 2 }[] = []
  let left = room
  for (let at = 0; left > 0; ) {
    const story = (more: number) => stories[(at + more) % stories.length]!
    const brief = slots.length % 5 === 4
    const pages = !brief && left >= 2 && slots.length % 5 !== 1 && slots.length % 5 !== 3 ? 2 : 1
    slots.push({ stories: brief ? [story(0), story(1)] : [story(0)], pages })
    at += brief ? 2 : 1
    left -= pages
  }
  return slots
}
