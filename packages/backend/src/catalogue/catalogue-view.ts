import { FALLBACK_LANGUAGE, type Language } from '@kiosk/domain/locale'
import { regions } from '@kiosk/domain/regions'
import type { IssueRow } from './queries.ts'
import { maySee, type Viewer } from './title-visibility.ts'

export type Title = {
  id: number
  key: string
  name: string
  kind: 'magazine' | 'newspaper'
  language: string
  publisher: string
  issn: string | null
  frequency: string
  /** Where it appears, ISO 3166-1 alpha-2. */
  country: string | null
  description: string
  ageRating: number
  shownIn: string[] | null
  availableUntil: string | null
  /** Readers who may keep its issues offline may download them as EPUB. */
  offersEpub: boolean
  /** Ids. */
  categories: number[]
  /** Ids of the plans chosen for it (`domain/subscriptions/plans.ts`); null = the plans of its kind. */
  plans: number[] | null
  /** Ids of the plans that open all its pages: `plans`, or those of its kind. */
  subscriptions: number[]
  /** The newest issue. */
  current: IssueRow & { published_at: Date }
}
export type Category = { id: number; uid: string; names: Partial<Record<Language, string>> }

/** The whole catalogue. */
export type Catalogue = {
  titles: Map<number, Title>
  categories: Category[]
  /** Ids of titles by the name of their set. */
  contentSets: Map<string, number[]>
  /** How many issues each title has, by its id. */
  issues: Map<number, number>
}

const MOST_SIMILAR = 20
/** Number of newest issues considered per category. */
const MOST_NEIGHBOURS = 60

/** The catalogue as one kind of viewer sees it, without hidden titles. */
export class CatalogueView {
  /** Titles with an issue, newest issue first. */
  readonly titles: Title[]
  /** Ids of hidden titles. */
  readonly hidden: number[] = []
  /** Numbers of what this viewer can find; titles of other markets do not count. */
  readonly counts: { magazines: number; issues: number }
  readonly categories: (Category & { titles: Title[] })[]
  readonly #byId = new Map<number, Title>()
  readonly #byKey = new Map<string, Title>()
  readonly #contentSets: Catalogue['contentSets']
  readonly #known: Catalogue['titles']
  #byName: Title[] | undefined
  readonly #similar = new Map<Title, Title[]>()

  constructor(catalogue: Catalogue, viewer: Viewer) {
    this.#known = catalogue.titles
    this.#contentSets = catalogue.contentSets
    for (const title of catalogue.titles.values()) {
      if (!maySee(title, viewer)) {
        this.hidden.push(title.id)
        continue
      }
      this.#byId.set(title.id, title)
      this.#byKey.set(title.key, title)
    }
    this.titles = [...this.#byId.values()].sort(newestFirst)
    const issues = this.titles.reduce((sum, { id }) => sum + (catalogue.issues.get(id) ?? 0), 0)
    this.counts = { magazines: this.titles.length, issues }
    const members = new Map<number, Title[]>(catalogue.categories.map(({ id }) => [id, []]))
    for (const title of this.titles) for (const id of title.categories) members.get(id)?.push(title)
    this.categories = catalogue.categories.map((category) => ({ ...category, titles: members.get(category.id) ?? [] }))
  }

  title(id: number): Title | undefined {
    return this.#byId.get(id)
  }

  titleByKey(key: string): Title | undefined {
    return this.#byKey.get(key)
  }

  /** False if a title is newer than the cache, which then has no information about it. */
  knows(titleId: number): boolean {
    return this.#known.has(titleId)
  }

  /** The titles by name. */
  get byName(): Title[] {
    this.#byName ??= [...this.titles].sort(nameFirst)
    return this.#byName
  }

  /** Returns the titles that an operator has chosen for a set and that may be shown. undefined = no such set. */
  contentSet(key: string): Title[] | undefined {
    const ids = this.#contentSets.get(key) ?? (regions.some(({ contentSet }) => contentSet === key) ? [] : undefined)
    return ids?.flatMap((id) => this.#byId.get(id) ?? [])
  }

  /**
   * Recommends titles for a title without reading data: those that share the most categories, its own language first, then the
   * newest. At most twenty.
   */
  similar(title: Title): Title[] {
    const known = this.#similar.get(title)
    if (known) return known
    const shared = new Map<Title, number>()
    for (const { id, titles } of this.categories) {
      if (title.categories.includes(id))
        for (const each of titles.slice(0, MOST_NEIGHBOURS)) shared.set(each, (shared.get(each) ?? 0) + 1)
    }
    shared.delete(title)
    const nearness = (each: Title) => (shared.get(each) ?? 0) * 2 + (each.language === title.language ? 3 : 0)
    const found = [...shared.keys()].sort((a, b) => nearness(b) - nearness(a) || newestFirst(a, b)).slice(0, MOST_SIMILAR)
    this.#similar.set(title, found)
    return found
  }
}

type Dated = { current: Pick<IssueRow, 'issue_date' | 'id'> }

function newestFirst({ current: a }: Dated, { current: b }: Dated): number {
  if (a.issue_date !== b.issue_date) return a.issue_date < b.issue_date ? 1 : -1
  return b.id - a.id
}

const names = new Intl.Collator('de', { sensitivity: 'base', numeric: true, ignorePunctuation: true })

/** Names are compared and put into cursors up to this length. UTF-16 units. */
export const COMPARED_CHARACTERS = 120

/** Compares by name regardless of case, accents and punctuation; equal names by id. */
export function nameFirst(a: Pick<Title, 'id' | 'name'>, b: Pick<Title, 'id' | 'name'>): number {
  return names.compare(a.name.slice(0, COMPARED_CHARACTERS), b.name.slice(0, COMPARED_CHARACTERS)) || a.id - b.id
}

/** Returns the letter under which a name is listed: the first one without its accent, `0-9` if it is not from a to z. */
export function letterOf(name: string): string {
  const [first = ''] = /[\p{L}\p{N}]/u.exec(name.normalize('NFD')) ?? []
  return /^[a-z]$/i.test(first) ? first.toLowerCase() : '0-9'
}

export function categoryName({ names, uid }: Category, language: Language): string {
  return names[language] ?? names[FALLBACK_LANGUAGE] ?? uid
}
