import { subscriptionsOfKind } from '@kiosk/domain/subscriptions/subscriptions-of-kind'
import type { Logger } from 'pino'
import type { Database } from '../database/connect.ts'
import { hear } from '../database/notifications.ts'
import { categoriesOfShelf, contentSetsOfShelf, countIssues, titlesOfShelf } from './queries.ts'
import { type Category, ShelfView, type Spectator, type Title } from './shelf-view.ts'

/** Milliseconds: after a change others often follow; then at most this share of the time goes into loading. */
const PATIENCE = 100
const REST_PER_LOAD = 4
/** Even where nothing was heard: a lost connection may have swallowed it. */
const LONGEST_AGE = 60_000

export type Catalogue = {
  titles: Map<number, Title>
  categories: Category[]
  contentSets: Map<string, number[]>
  counts: { magazines: number; issues: number }
  views: Map<string, ShelfView>
}

/**
 * The titles with their newest issues, as this server remembers them: a copy of a few thousand rows that is made anew
 * when the catalogue changes (NOTIFY), within half a second.
 */
export class Shelf {
  readonly #db: Database
  readonly #log: Logger
  readonly #ear: ReturnType<typeof hear>
  readonly #forgetters = new Set<() => void>()
  #catalogue: Promise<Catalogue> | undefined
  #loadedAt = 0
  #timer: NodeJS.Timeout | undefined
  #restUntil = 0
  #generation = 0
  #closed = false

  /** `url`: the database behind `db`, for a connection that listens. */
  constructor(db: Database, log: Logger, url: string) {
    this.#db = db
    this.#log = log
    this.#ear = hear(url, 'catalogue', () => this.#changed())
  }

  /** Resolves once changes made elsewhere are heard. */
  get ready(): Promise<void> {
    return this.#ear.ready
  }

  /** Grows whenever something changed; an answer made across a change is not to be kept. */
  get generation(): number {
    return this.#generation
  }

  /** `forget` runs whenever something changed. */
  onChange(forget: () => void): void {
    this.#forgetters.add(forget)
  }

  async seenBy(spectator: Spectator): Promise<ShelfView> {
    if (this.#loadedAt && Date.now() - this.#loadedAt > LONGEST_AGE) this.#changed()
    const catalogue = await (this.#catalogue ?? this.#replace())
    const key = `${spectator.country} ${spectator.showsAgeRestricted} ${spectator.day}`
    const known = catalogue.views.get(key)
    if (known) return known
    const view = new ShelfView(catalogue, spectator)
    // Countries are few; whoever invents some gets no memory of ours.
    if (catalogue.views.size < 300) catalogue.views.set(key, view)
    return view
  }

  /** Loads at once: for who met something newer than the shelf. */
  async reload(): Promise<void> {
    await this.#replace()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#ear.close()
    await this.#catalogue?.catch(() => {})
  }

  #changed(): void {
    this.#forget()
    if (this.#closed || this.#timer || !this.#catalogue) return
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        this.#replace().catch((error: unknown) => this.#log.error({ err: error }, 'the shelf could not be loaded'))
      },
      Math.max(PATIENCE, this.#restUntil - Date.now()),
    )
    this.#timer.unref()
  }

  #forget(): void {
    this.#generation++
    for (const forget of this.#forgetters) forget()
  }

  async #replace(): Promise<Catalogue> {
    const started = Date.now()
    const loading = load(this.#db)
    if (!this.#catalogue) {
      this.#catalogue = loading
      loading.catch(() => {
        if (this.#catalogue === loading) this.#catalogue = undefined
      })
    }
    const catalogue = await loading
    this.#catalogue = loading
    this.#loadedAt = Date.now()
    this.#restUntil = this.#loadedAt + (this.#loadedAt - started) * REST_PER_LOAD
    this.#forget()
    return catalogue
  }
}

async function load(db: Database): Promise<Catalogue> {
  const [rows, categories, entries, issues] = await Promise.all([
    titlesOfShelf(db),
    categoriesOfShelf(db),
    contentSetsOfShelf(db),
    countIssues(db),
  ])
  const titles = new Map<number, Title>()
  for (const row of rows) {
    const { titleId, key, titleName, kind, titleLanguage, publisher, issn, frequency, description, ...rest } = row
    const { age_rating, shown_in, available_until, categories: categoryIds, subscriptions, ...current } = rest
    titles.set(titleId, {
      id: titleId,
      key,
      name: titleName,
      kind: kind as Title['kind'],
      language: titleLanguage,
      publisher,
      issn,
      frequency,
      description,
      ageRating: age_rating,
      shownIn: shown_in,
      availableUntil: available_until,
      categories: categoryIds,
      subscriptions: subscriptions.length > 0 ? subscriptions : subscriptionsOfKind(kind as Title['kind']),
      current,
    })
  }
  const contentSets = new Map<string, number[]>()
  for (const { key, title_id } of entries) {
    contentSets.set(key, [...(contentSets.get(key) ?? []), ...(title_id === null ? [] : [title_id])])
  }
  return {
    titles,
    categories: categories.map(({ id, uid, names }) => ({ id, uid, names: names as Category['names'] })),
    contentSets,
    counts: { magazines: titles.size, issues },
    views: new Map(),
  }
}
