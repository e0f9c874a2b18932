import { dayInUtc } from '@kiosk/domain/day'
import { DAY_MS } from '@kiosk/domain/time'
import { random, type SeededRandom } from '../seeded-random.ts'
import { type Story, storiesFor } from '../texts/stories.ts'
import { SHEETS, type Subject, type Title } from './title.ts'
import { titles } from './titles.ts'

/** Plan of a demonstration issue, derived from its title, its turn and the day. */
export type PlannedIssue = {
  title: Title
  /** 0 is the newest. */
  turn: number
  name: string
  number: string
  volume: string
  /** ISO days. */
  date: string
  dateEnd: string | null
  dateText: string
  kind: 'regular' | 'double' | 'special' | 'supplement'
  /** Text of the cover's sticker: "Doppelheft"; null for regular issues and supplements. */
  label: string | null
  edition: string | null
  pages: number
  complete: boolean
  headline: string
  description: string
  stories: Story[]
  /** Seed of the issue's random choices. */
  seed: string
  /** Increases from issue to issue and from title to title of a subject. */
  variant: number
  sheet: readonly [number, number]
}

const STEP = { daily: 1, weekly: 7, fortnightly: 14, monthly: 30, bimonthly: 61, quarterly: 91, 'half-yearly': 182 } as const
const MONTHS = {
  de: ['Jänner', 'Februar', 'März', 'April', 'Mai', 'Juni', 'Juli', 'August', 'September', 'Oktober', 'November', 'Dezember'],
  en: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'],
  fr: ['janvier', 'février', 'mars', 'avril', 'mai', 'juin', 'juillet', 'août', 'septembre', 'octobre', 'novembre', 'décembre'],
} as const
const DAYS = {
  de: ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'],
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  fr: ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'],
} as const
const SEASONS = {
  de: ['Winter', 'Frühling', 'Sommer', 'Herbst'],
  en: ['Winter', 'Spring', 'Summer', 'Autumn'],
  fr: ['Hiver', 'Printemps', 'Été', 'Automne'],
} as const
const LABELS = {
  de: { double: 'Doppelheft', special: 'Sonderheft', nr: 'Nr.' },
  en: { double: 'Double issue', special: 'Special issue', nr: 'No.' },
  fr: { double: 'Numéro double', special: 'Hors-série', nr: 'N°' },
} as const

const iso = (time: number) => dayInUtc(new Date(time))
const at = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** Returns the days of issue, the newest first. A weekly keeps its weekday, a monthly its day of the month. */
function days(title: Title, today: string): string[] {
  const chance = random(`days ${title.key}`)
  const now = at(today)
  const out: string[] = []
  if (title.frequency === 'daily') {
    // A daily has no Sunday edition.
    for (let time = now; out.length < title.issues; time -= DAY_MS) if (new Date(time).getUTCDay() !== 0) out.push(iso(time))
    return out
  }
  if (title.frequency === 'weekly' || title.frequency === 'fortnightly') {
    // A supplement comes with Saturday's newspaper.
    const weekday = title.supplementOf ? 6 : chance.whole(3, 6)
    let time = now
    while (new Date(time).getUTCDay() !== weekday) time -= DAY_MS
    for (let issue = 0; issue < title.issues; issue++) out.push(iso(time - issue * STEP[title.frequency] * DAY_MS))
    return out
  }
  const months = { monthly: 1, bimonthly: 2, quarterly: 3, 'half-yearly': 6 }[title.frequency]
  const start = new Date(now)
  const day = chance.whole(1, 26)
  let month = start.getUTCFullYear() * 12 + start.getUTCMonth() - (start.getUTCDate() < day ? 1 : 0)
  // Quarterlies appear in March, June, September, December; bimonthlies in odd months.
  while (months > 1 && (months === 2 ? month % 2 !== 0 : month % 3 !== 2)) month -= 1
  for (let issue = 0; issue < title.issues; issue++, month -= months)
    out.push(iso(Date.UTC(Math.floor(month / 12), month % 12, day)))
  return out
}

function longDate(day: string, language: 'de' | 'en' | 'fr', weekday: boolean): string {
  const date = new Date(at(day))
  const [d, m, y] = [date.getUTCDate(), MONTHS[language][date.getUTCMonth()], date.getUTCFullYear()]
  const dayOfMonth = { de: `${d}.`, en: d, fr: d === 1 ? '1er' : d }[language]
  const plain = `${dayOfMonth} ${m} ${y}`
  if (!weekday) return plain
  return `${DAYS[language][date.getUTCDay()]}${language === 'fr' ? '' : ','} ${plain}`
}

/** Returns the months of an issue as printed on its cover: "November 2026", "November/Dezember 2026". */
function monthsOf(title: Title, year: number, month: number, covered: number): string {
  const last = month + covered - 1
  const [from, to] = [MONTHS[title.language][month]!, MONTHS[title.language][last % 12]!]
  const start = last < 12 ? from : `${from} ${year}`
  const text = covered === 1 ? `${from} ${year}` : `${start}/${to} ${last < 12 ? year : year + 1}`
  return text[0]!.toUpperCase() + text.slice(1)
}

/** Returns the position of a title among those of its subject and language, so that neighbours lead with different stories. */
function rank(title: Title): number {
  return titles
    .filter((each) => each.subject === title.subject && each.language === title.language)
    .findIndex(({ key }) => key === title.key)
}

/** Related subjects, which fill the remaining pages of long issues. */
const NEIGHBOURS = {
  news: ['business', 'regional', 'culture', 'science', 'sport', 'travel', 'home', 'technology', 'cooking', 'cars'],
  regional: ['news', 'sport', 'culture', 'business', 'home', 'travel', 'cooking', 'cars', 'science'],
  women: ['home', 'cooking', 'travel', 'culture'],
  men: ['cars', 'travel', 'sport', 'technology'],
  cooking: ['home', 'travel', 'culture'],
  science: ['technology', 'travel', 'culture'],
  cars: ['technology', 'travel', 'sport'],
  children: ['science', 'home'],
  business: ['technology', 'news', 'culture'],
  sport: ['travel', 'news', 'cars'],
  travel: ['culture', 'cooking', 'home', 'sport'],
  culture: ['home', 'travel', 'news'],
  home: ['cooking', 'travel', 'culture'],
  technology: ['science', 'business', 'cars'],
} as const satisfies Record<Subject, readonly Subject[]>

const stocked: Record<string, readonly Subject[]> = {
  en: ['news', 'women', 'cooking', 'science', 'cars', 'children', 'business', 'sport', 'travel', 'culture', 'home', 'technology'],
  fr: ['news', 'women', 'cooking', 'science', 'cars', 'children', 'travel', 'culture', 'home', 'regional'],
}
const hasStock = (language: string, subject: Subject) => stocked[language]?.includes(subject) ?? true

/** Sections of a newspaper, after its own subject. */
const SECTIONS = [
  'news',
  'regional',
  'business',
  'culture',
  'sport',
  'science',
  'technology',
  'travel',
  'home',
  'cooking',
] as const

/**
 * Returns the stories of an issue, the lead first: the title's subject, its further subjects, then related ones; in a newspaper
 * all its sections.
 */
function contentsOf(title: Title, chance: SeededRandom, turn: number, pages: number): Story[] {
  const { subject, language, kind } = title
  const count = kind === 'newspaper' ? (pages - 2) * 3 + 1 : Math.max(10, pages)
  const own = storiesFor(chance, language, subject, turn, title.motifs)
  const second = (title.alsoIn ?? []).filter((each) => hasStock(language, each))
  const related = kind === 'newspaper' ? SECTIONS : NEIGHBOURS[subject]
  const others = related.filter((each) => each !== subject && !second.includes(each) && hasStock(language, each))
  const of = (subjects: readonly Subject[]) => subjects.map((each) => storiesFor(chance, language, each, turn))
  const [beside, more] = [of(second).flat(), of(others)]
  // Related subjects take turns, so that a long issue is as varied at its end as at its start.
  const mixed = Array.from({ length: 10 }, (_, at) => more.flatMap((stories) => stories[at] ?? [])).flat()
  return [...own.slice(0, 6), ...beside.slice(0, 3), ...own.slice(6), ...beside.slice(3), ...mixed].slice(0, count)
}

function planOf(title: Title, today: string): PlannedIssue[] {
  const dates = days(title, today)
  const founded = 1 + random(`founded ${title.key}`).whole(6, 60)
  const start = rank(title)
  return dates.map((date, turn) => {
    const seed = `${title.key} ${date}`
    const chance = random(seed)
    const day = new Date(at(date))
    const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()]
    const words = LABELS[title.language]
    const ofYear = Math.floor((at(date) - Date.UTC(year, 0, 1)) / DAY_MS)
    const count =
      title.frequency === 'daily' ? ofYear - Math.floor(ofYear / 7) + 1 : Math.floor(ofYear / STEP[title.frequency]) + 1
    const monthly = title.frequency === 'monthly' || title.frequency === 'bimonthly'
    const special = !title.supplementOf && monthly && turn === 2 && chance.chance(0.5)
    const double = !special && title.kind === 'magazine' && turn === 3 && title.frequency !== 'quarterly'
    const kind = title.supplementOf ? 'supplement' : special ? 'special' : double ? 'double' : 'regular'
    const dateEnd = double ? iso(at(date) + STEP[title.frequency] * DAY_MS) : null
    const number = `${count}/${year}`
    const period = monthly
      ? monthsOf(title, year, month, (title.frequency === 'bimonthly' ? 2 : 1) * (double ? 2 : 1))
      : title.frequency === 'quarterly'
        ? `${SEASONS[title.language][Math.floor(((month + 1) % 12) / 3)]} ${year}`
        : longDate(date, title.language, title.kind === 'newspaper')
    const complete = turn === 0 && title.complete !== undefined
    const pages = complete ? title.complete! : title.kind === 'newspaper' ? 6 : chance.pick([6, 6, 8])
    const [lead, ...others] = contentsOf(title, chance, start + turn, pages)
    const two = others
      .slice(0, 2)
      .map(({ headline }) =>
        title.language === 'de' ? `»${headline}«` : title.language === 'fr' ? `« ${headline} »` : `“${headline}”`,
      )
    const also = {
      de: `Außerdem in diesem Heft: ${two.join(' und ')}.`,
      en: `Also inside: ${two.join(' and ')}.`,
      fr: `À lire aussi : ${two.join(' et ')}.`,
    }
    return {
      title,
      turn,
      name: title.kind === 'newspaper' ? longDate(date, title.language, true) : special ? `${words.special} ${number}` : period,
      number,
      volume: String(founded + year - 2026),
      date,
      dateEnd,
      dateText: period,
      kind,
      label: special ? words.special : double ? words.double : null,
      edition: title.edition ?? null,
      pages,
      complete,
      headline: lead!.headline,
      description: `${lead!.standfirst} ${also[title.language]}`,
      stories: [lead!, ...others],
      seed,
      variant: start + turn,
      sheet: SHEETS[title.sheet],
    }
  })
}

/**
 * Returns the plan of every issue of the newsstand on a day, by turn: the newest issue of every title first, then the second
 * newest.
 */
export function planIssues(today: string, of: readonly Title[] = titles): PlannedIssue[] {
  return of.flatMap((title) => planOf(title, today)).sort((a, b) => a.turn - b.turn)
}

/** Returns the number as printed on the cover: "Nr. 11/2026". */
export const numberLabel = (issue: PlannedIssue) => `${LABELS[issue.title.language].nr} ${issue.number}`
