import { subscriptionsOfKind } from '@kiosk/domain/subscriptions/subscriptions-of-kind'
import type { Logger } from 'pino'
import type { Database } from '../db/connect.ts'
import { listenTo } from '../db/listen.ts'
import { outsideTraces } from '../trace.ts'
import { ANY_ADDITION, type CatalogueChange, changeOf, type NoticedChange, ROUTINE, together } from './catalogue-change.ts'
import { type Catalogue, CatalogueView, type Category, type Title } from './catalogue-view.ts'
import { countIssues, loadCategories, loadContentSets, loadTitles } from './queries.ts'
import { nextOpening } from './scheduled-issues.ts'
import type { Viewer } from './title-visibility.ts'

/** Milliseconds to wait for further changes; and the pause after a reload, as a multiple of its duration. */
const DEBOUNCE_MS = 100
const REST_PER_LOAD = 4
/** Reload interval without a notification: a lost connection may have dropped one. */
const LONGEST_AGE_MS = 60_000
/** Longest time that a timer may wait. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Called with each change of the catalogue. `reloads`: the cache is loaded again, and this is called again afterwards. */
type OnChange = (change: NoticedChange, reloads: boolean) => void
/** Everything that is loaded, and what each kind of viewer sees of it, computed on demand. */
type Loaded = Catalogue & { views: Map<string, CatalogueView>; opensAt: number | null }

/**
 * In-memory cache of all titles with their newest issues, a few thousand rows, reloaded within half a second of a change
 * (NOTIFY), and when a scheduled issue is shown.
 */
export class CatalogueCache {
  readonly #db: Database
  readonly #log: Logger
  readonly #refresh: () => Promise<boolean>
  readonly #listener: ReturnType<typeof listenTo>
  readonly #forgetters = new Set<OnChange>()
  /** Changes since the shown catalogue was loaded. */
  readonly #changes = new Set<NoticedChange>()
  #catalogue: Promise<Loaded> | undefined
  /** By a monotonic clock, like `#restUntil`: a page must not be old for an hour because the time was corrected. */
  #loadedAt = 0
  #timer: NodeJS.Timeout | undefined
  /** Runs when the next scheduled issue is shown. */
  #opening: NodeJS.Timeout | undefined
  #restUntil = 0
  #generation = 0
  /** Number of reloads started, and which of them is shown: a slow reload that began earlier does not replace a newer one. */
  #started = 0
  #shown = 0
  #closed = false
  #refreshing: Promise<void> | undefined

  /**
   * @param url the database behind `db`, for the LISTEN connection
   * @param refresh reads, after each change, what else may have changed; returns whether it has
   */
  constructor(db: Database, log: Logger, url: string, refresh: () => Promise<boolean> = async () => false) {
    this.#db = db
    this.#log = log
    this.#refresh = refresh
    this.#listener = listenTo(url, 'catalogue', (payload) => this.#changed(changeOf(payload)))
  }

  /** Resolves once the listener is connected. */
  get ready(): Promise<void> {
    return this.#listener.ready
  }

  /** Increases with every change; a response computed across a change must not be cached. */
  get generation(): number {
    return this.#generation
  }

  /** `forget` runs after every change, and after the catalogue was loaded again. */
  onChange(forget: OnChange): void {
    this.#forgetters.add(forget)
  }

  async forViewer(viewer: Viewer): Promise<CatalogueView> {
    if (this.#loadedAt && performance.now() - this.#loadedAt > LONGEST_AGE_MS) this.#changed(ROUTINE)
    const catalogue = await (this.#catalogue ?? this.#replace())
    const key = `${viewer.country} ${viewer.showsAgeRestricted} ${viewer.day}`
    const known = catalogue.views.get(key)
    if (known) return known
    const view = new CatalogueView(catalogue, viewer)
    // There are few countries; invented country codes must not fill the memory.
    if (catalogue.views.size < 300) catalogue.views.set(key, view)
    return view
  }

  /** Reloads at once: for callers that found something newer than the cache. */
  async reload(): Promise<void> {
    await Promise.all([this.#replace(), this.#refresh()])
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#opening)
    await this.#listener.close()
    await this.#refreshing
    await this.#catalogue?.catch(() => {})
  }

  #changed(change: CatalogueChange): void {
    const reloads = !this.#closed && this.#catalogue !== undefined
    const noticed = { ...change, at: Date.now() }
    if (reloads) this.#changes.add(noticed)
    this.#forget(noticed, reloads)
    // At once, because the catalogue may be reloaded later, and a server that only runs jobs never loads it.
    if (!this.#closed) this.#refreshing = this.#refreshOthers(noticed)
    if (!reloads || this.#timer) return
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        // Outside the trace of the request that found the catalogue too old.
        outsideTraces(() => this.#replace()).catch((error: unknown) =>
          this.#log.error({ event: 'catalogue.load-failed', err: error }, 'catalogue could not be loaded'),
        )
      },
      Math.max(DEBOUNCE_MS, this.#restUntil - performance.now()),
    )
    this.#timer.unref()
  }

  async #refreshOthers(change: NoticedChange): Promise<void> {
    try {
      if (await outsideTraces(() => this.#refresh())) this.#forget(change, false)
    } catch (error) {
      if (!this.#closed) this.#log.error({ event: 'catalogue.load-failed', err: error }, 'catalogue could not be loaded')
    }
  }

  #forget(change: NoticedChange, reloads: boolean): void {
    this.#generation++
    for (const forget of this.#forgetters) forget(change, reloads)
  }

  async #replace(): Promise<Loaded> {
    const [started, startedAt] = [performance.now(), Date.now()]
    const turn = ++this.#started
    const changes = [...this.#changes]
    const loading = load(this.#db)
    if (!this.#catalogue) {
      this.#catalogue = loading
      loading.catch(() => {
        if (this.#catalogue === loading) this.#catalogue = undefined
      })
    }
    const catalogue = await loading
    if (turn < this.#shown) return catalogue
    this.#shown = turn
    this.#catalogue = loading
    this.#loadedAt = performance.now()
    this.#restUntil = this.#loadedAt + (this.#loadedAt - started) * REST_PER_LOAD
    for (const change of changes) this.#changes.delete(change)
    // Without a change, a caller has found something newer than the cache.
    this.#forget(changes.length > 0 ? together(changes) : { ...ANY_ADDITION, at: startedAt }, false)
    this.#awaitOpening(catalogue.opensAt)
    return catalogue
  }

  #awaitOpening(at: number | null): void {
    clearTimeout(this.#opening)
    if (at === null || this.#closed) return
    this.#opening = setTimeout(() => this.#changed(ANY_ADDITION), Math.min(Math.max(0, at - Date.now()), LONGEST_TIMER_MS))
    this.#opening.unref()
  }
}

async function load(db: Database): Promise<Loaded> {
  const [rows, categories, entries, issues, opensAt] = await Promise.all([
    loadTitles(db),
    loadCategories(db),
    loadContentSets(db),
    countIssues(db),
    nextOpening(db),
  ])
  const titles = new Map<number, Title>()
  for (const row of rows) {
    const { titleId, key, titleName, kind, titleLanguage, publisher, issn, frequency, description, ...rest } = row
    const { country, age_rating, shown_in, available_until, offers_epub, categories: categoryIds, plans, ...current } = rest
    titles.set(titleId, {
      id: titleId,
      key,
      name: titleName,
      kind: kind as Title['kind'],
      language: titleLanguage,
      publisher,
      issn,
      frequency,
      country,
      description,
      ageRating: age_rating,
      shownIn: shown_in,
      offersEpub: offers_epub,
      availableUntil: available_until,
      categories: categoryIds,
      plans: plans.length > 0 ? plans : null,
      subscriptions: plans.length > 0 ? plans : subscriptionsOfKind(kind as Title['kind']),
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
    issues,
    views: new Map(),
    opensAt,
  }
}
