import { families } from '../covers/families.ts'
import { veilsOf } from '../covers/family-veils.ts'
import { palettes } from '../pictures/palettes.ts'
import { type Picture, renderPicture, type SceneName } from '../pictures/render.ts'
import { random } from '../seeded-random.ts'
import { paragraphsOf, type Story } from '../texts/stories.ts'
import { numberLabel, type PlannedIssue } from '../titles/plan.ts'
import { type Advertisement, advertisementsFor } from './advertisements.ts'
import { briefsPage, newspaperStory } from './newspaper-pages.ts'
import type { Issue } from './page.ts'
import { advertisementPage, closingPage, contentsPage } from './pages.ts'
import { Sheet } from './sheet.ts'
import { storyPages } from './story-pages.ts'

/** Width of a cover's picture. Pixels. Text on it is vector and stays sharp at any size. */
const COVER_PICTURE = { newest: 620, before: 420 } as const

/** Formats of the pictures of inner pages: a whole page, a part of one, two pages side by side. Pixels. */
const FORMATS = { page: [400, 520], strip: [460, 250], spread: [720, 480] } as const
type Format = keyof typeof FORMATS

const LIGHTS = ['dawn', 'noon', 'autumn', 'dusk'] as const
/** The order in which an issue uses the lights of a motif that it shows more than once. */
const LIGHT_ORDER = [0, 2, 1, 3] as const
/** Lights of pictures from above. */
const TABLES = ['wood', 'linen', 'slate', 'sand'] as const
const ON_TABLES: readonly SceneName[] = ['soup', 'tart', 'cake', 'salad', 'table']

/** Pictures of inner pages by motif, light and format, shared by hundreds of issues. */
const archive = new Map<string, Promise<Picture>>()

/** Returns pictures for an issue: of what a text is about, each only once. None if every picture of a motif has been used. */
function archiveFor(plan: PlannedIssue): (motif: SceneName, format: Format) => Promise<Picture | undefined> {
  const used = new Set<string>()
  return async (motif, format) => {
    // Neighbouring issues of a title begin with different lights.
    const light = LIGHT_ORDER.map((at) => (at + plan.variant) % LIGHTS.length).find((each) => !used.has(`${motif} ${each}`))
    if (light === undefined) return undefined
    used.add(`${motif} ${light}`)
    const key = `${motif} ${light} ${format}`
    let picture = archive.get(key)
    if (!picture) {
      const palette = palettes[(ON_TABLES.includes(motif) ? TABLES : LIGHTS)[light]!]
      const [width, height] = FORMATS[format]
      picture = renderPicture(motif, key, light, palette, width, height)
      archive.set(key, picture)
    }
    return picture
  }
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
  const colours = palettes[palette]
  // The picture of a newspaper is landscape, that of a magazine fills the sheet.
  const across = title.kind === 'newspaper'
  const left = chance.chance(0.6)
  const wide = plan.turn === 0 ? COVER_PICTURE.newest : COVER_PICTURE.before
  const tall = Math.round(across && title.family !== 'tabloid' ? wide * 0.62 : (wide * height) / width)
  const veils = veilsOf(title.family, colours, left)
  const picture = await renderPicture(plan.stories[0]!.motif, plan.seed, plan.variant, colours, wide, tall, veils)
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
    lines: others.slice(0, COVER_LINES).map((story) => ({ ...story, body: across ? paragraphsOf(story, COVER_PARAGRAPHS) : [] })),
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
    chance,
    page: 1,
  }
  await fillPages(issue, plan)
  return sheet.end()
}

/** Returns the typeface of headlines: that of the masthead, unless it is script, blackletter or too light. */
const displayFace = (face: PlannedIssue['title']['face']) =>
  face === 'blackletter' || face === 'lobster' || face === 'jostLight' ? 'playfair' : face

/** Stories announced on a cover, and paragraphs of each on the front page of a newspaper. */
const COVER_LINES = 6
const COVER_PARAGRAPHS = 4

/** Pages from one advertisement to the next. Short issues have none. */
const ADVERTISEMENT_EVERY_PAGES = 8
const advertisementsIn = ({ complete, pages }: PlannedIssue) => (complete ? Math.round(pages / ADVERTISEMENT_EVERY_PAGES) : 0)

/** What is on one to four consecutive pages after the front of an issue. */
type Slot = { advertisement: Advertisement } | { stories: Story[]; pages: 1 | 2 | 4 }

/** Lays the stories out over the pages that follow the cover. */
async function fillPages(issue: Issue, plan: PlannedIssue): Promise<void> {
  const { title } = plan
  const words = WORDS[title.language]
  const pictureOf = archiveFor(plan)
  const advertisements = advertisementsFor(
    issue.chance,
    title.language,
    [title.subject, ...(title.alsoIn ?? [])],
    advertisementsIn(plan),
    new Set(plan.stories.slice(0, plan.pages).map(({ motif }) => motif)),
  )
  const last = advertisements.pop()
  const until = plan.pages - (last ? 2 : 1)
  const { slots, printed } = issue.newspaper
    ? newspaperSlots(plan.stories, until, advertisements)
    : magazineSlots(plan.stories, until, advertisements)
  let shown = 0
  const advertise = async (one: Advertisement) => advertisementPage(issue, one, shown++, await pictureOf(one.motif, 'page'))
  if (!issue.newspaper) {
    let page = 3
    const entries = slots.flatMap((slot) => {
      const from = page
      page += 'stories' in slot ? slot.pages : 1
      return 'stories' in slot ? slot.stories.map((story) => ({ story, page: from })) : []
    })
    const second = entries[Math.min(1, entries.length - 1)]!.story
    contentsPage(issue, entries, words.editorial, await pictureOf(second.motif, 'page'))
  }
  let layout = plan.turn
  for (const slot of slots) {
    if ('advertisement' in slot) await advertise(slot.advertisement)
    else await storySlot(issue, slot, layout++, pictureOf)
  }
  const next = plan.stories[printed] ?? plan.stories.at(-1)!
  closingPage(issue, {
    next: words.next,
    headline: next.headline,
    standfirst: next.standfirst,
    imprint: [`${title.publisher}, ${title.place}`, `${title.name}  ·  ${plan.name}`, words.made],
    picture: await pictureOf(next.motif, 'strip'),
  })
  if (last) await advertise(last)
}

async function storySlot(
  issue: Issue,
  { stories, pages }: Extract<Slot, { stories: Story[] }>,
  layout: number,
  pictureOf: ReturnType<typeof archiveFor>,
): Promise<void> {
  const [story, ...others] = stories as [Story, ...Story[]]
  if (issue.newspaper) return newspaperStory(issue, story, others, await pictureOf(story.motif, 'strip'))
  if (others.length > 0) {
    const pictures: (Picture | undefined)[] = []
    for (const each of stories) pictures.push(await pictureOf(each.motif, 'strip'))
    return briefsPage(issue, story.kicker, stories, pictures)
  }
  const format = pages === 4 ? 'spread' : pages === 2 ? 'page' : 'strip'
  storyPages(issue, story, pages, layout, await pictureOf(story.motif, format))
}

/** Assigns stories to a newspaper's pages from the second: a main story each, and two others below it. */
function newspaperSlots(
  stories: readonly Story[],
  until: number,
  advertisements: readonly Advertisement[],
): { slots: Slot[]; printed: number } {
  const pages = until - 1 - advertisements.length
  const slots: Slot[] = []
  const left = [...advertisements]
  for (let at = 0; at < pages; at++) {
    const others = [pages + at * 2, pages + at * 2 + 1].flatMap((each) => stories[each] ?? [])
    slots.push({ stories: [stories[at % stories.length]!, ...others], pages: 1 })
    if (at % ADVERTISEMENT_EVERY_PAGES === ADVERTISEMENT_EVERY_PAGES - 2 && left.length > 0)
      slots.push({ advertisement: left.shift()! })
  }
  return { slots: [...slots, ...left.map((advertisement) => ({ advertisement }))], printed: pages * 3 }
}

/**
 * Assigns stories to a magazine's pages from the third. Stories of two pages or four begin on a left-hand page, so that they
 * are side by side; in between are stories of one page, two that share one, and advertisements.
 */
function magazineSlots(
  stories: readonly Story[],
  until: number,
  advertisements: readonly Advertisement[],
): { slots: Slot[]; printed: number } {
  const slots: Slot[] = []
  const left = [...advertisements]
  let at = 0
  let nextAdvertisement = 3
  let long = 0
  for (let page = 3; page <= until; ) {
    const room = until - page + 1
    const isRight = page % 2 === 1
    if (isRight && page >= nextAdvertisement && left.length > 0) {
      slots.push({ advertisement: left.shift()! })
      nextAdvertisement = page + ADVERTISEMENT_EVERY_PAGES
      page += 1
      continue
    }
    const isShort = isRight || room < 2 || long % 3 === 2
    const pages = isShort ? 1 : room >= 4 && long % 6 === 0 && until > LONG_STORY_FROM ? 4 : 2
    if (!isRight) long += 1
    const share = pages === 1 && slots.length % 3 === 2 && stories.length - at > room
    const own = stories.slice(at, at + (share ? 2 : 1))
    if (own.length === 0) break
    slots.push({ stories: own, pages })
    at += own.length
    page += pages
  }
  return { slots, printed: at }
}

/** Pages from which an issue has stories of four pages. */
const LONG_STORY_FROM = 20
