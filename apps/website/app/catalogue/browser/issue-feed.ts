import { CATALOGUE_CHUNK, CATALOGUE_SCROLL_DISTANCE, PHONE_BREAKPOINT_PIXELS } from '@kiosk/domain/catalogue/limits'
import { finish, hasKeyboardFocus, isNear, nextFrame, showNew } from '../../shell/browser/endless-list.ts'
import { fetchPage } from '../../shell/browser/fetch-page.ts'
import { type Growing, type Growth, grow, type ListPage, start } from './growing-list.ts'
import { rememberedShelf, rememberShelf } from './listing-state.ts'

// Makes the list of issue cards (`issue-feed.tsx`) infinite. Its further cards are those of the page that the link below the list
// leads to. They are added while the end of the list is within the scroll distance, and only where nothing visible moves: the link and
// the footer stand more than a screen below the last card, and once they are in view, the list waits.

/** Largest number of cards in one page, for restoring a long list. */
const MOST_CARDS = 100
/** Number of cards after which screen readers announce how many are shown. */
const ANNOUNCED_EVERY = 20

type Card = { uid: string; element: HTMLElement }
/** What the end of the list has: the link to the next page, an error, an announcement, and a card that is loading. */
type EndParts = { link: HTMLAnchorElement; alert: HTMLElement; status: HTMLElement; skeleton: HTMLTemplateElement }

const feed = document.querySelector<HTMLElement>('[role=feed]')
const end = feed?.nextElementSibling
if (feed && end instanceof HTMLElement) makeInfinite(feed, end)

function makeInfinite(feed: HTMLElement, end: HTMLElement): void {
  const parts = partsOf(end)
  if (!parts) {
    rememberShelf(() => feed.children.length)
    return
  }
  const { link } = parts
  const phone = matchMedia(`(max-width: ${PHONE_BREAKPOINT_PIXELS}px)`)
  const chunk = () => (phone.matches ? CATALOGUE_CHUNK.phone : CATALOGUE_CHUNK.desktop)
  const screens = (phone.matches ? CATALOGUE_SCROLL_DISTANCE.phone : CATALOGUE_SCROLL_DISTANCE.desktop) / 10
  const first = pageIn(document)
  const view = createFeedView(feed, end, parts, first.items.length)
  const cards = createCards(first, view, chunk, fillOnce)

  /** Adds cards until the view is filled. */
  async function fill(): Promise<void> {
    while (isNear(feed, link, screens) && !hasKeyboardFocus(end)) {
      const state = cards.state()
      if (isFinished(state) || waits(state) || state.phase === 'failed') return
      await cards.more()
      await nextFrame()
    }
  }

  let isFilling = false
  async function fillOnce(): Promise<void> {
    if (isFilling) return
    isFilling = true
    await fill()
    isFilling = false
  }

  /** Loads cards for a click or a key, and shows the first new one. */
  async function request(byKeyboard: boolean): Promise<void> {
    const awaited = view.placed()
    await cards.more()
    if (view.placed() === awaited && cards.state().phase !== 'failed') await cards.more()
    if (view.placed() === awaited) return
    showNew(feed.children[awaited]!, byKeyboard)
  }

  link.addEventListener('click', (event) => {
    event.preventDefault()
    // A click without a pointer comes from the keyboard.
    void request(event.detail === 0)
  })
  moveByKeys(feed, {
    isFinished: () => isFinished(cards.state()),
    more: () => void request(true),
  })

  feed.dataset.infinite = ''
  void restore(cards, first.items.length).then(() => {
    rememberShelf(view.placed)
    void fillOnce()
    for (const event of ['scroll', 'resize']) addEventListener(event, () => void fillOnce(), { passive: true })
  })
}

type Cards = ReturnType<typeof createCards>

/**
 * Manages the cards that are shown and those that are loaded ahead. `chunk` returns how many are shown at a time; `onAhead` is
 * called when a page has been loaded ahead.
 */
function createCards(
  first: ListPage<Card>,
  view: { show(state: Growing<Card>, chunk: number): void },
  chunk: () => number,
  onAhead: () => void,
) {
  let state: Growing<Card> = start(first)
  /** The request for the next page; null = none. */
  let bringing: Promise<unknown> | null = null

  function change(growth: Growth<Card>): void {
    state = grow(state, growth)
    view.show(state, chunk())
  }

  /** Loads a page; false = failed. */
  async function bring(address: string): Promise<boolean> {
    const loading = fetchPage(address).then(
      (page) => ({ kind: 'brought', page: pageIn(page) }) as const,
      () => ({ kind: 'failed' }) as const,
    )
    bringing = loading
    change({ kind: 'requested' })
    const growth = await loading
    bringing = null
    change(growth)
    return growth.kind === 'brought'
  }

  return {
    state: () => state,
    /**
     * Shows a chunk, and loads one page ahead so that the next chunk is ready. Waits for that page if there is nothing else to
     * show.
     */
    async more(): Promise<void> {
      if (state.shown < state.loaded.length) change({ kind: 'revealed', chunk: chunk() })
      const isShort = state.loaded.length - state.shown <= first.items.length / 2
      if (state.next && !bringing && isShort) void bring(state.next).then(onAhead)
      if (waits(state)) await bringing
    },
    /** Shows as many cards as before; false = failed. */
    async restore(shown: number): Promise<boolean> {
      while (state.next && state.loaded.length < shown) {
        const limit = Math.min(MOST_CARDS, shown - state.loaded.length)
        if (!(await bring(`${state.next}&limit=${limit}`))) return false
      }
      change({ kind: 'restored', shown })
      return true
    },
  }
}

/** Shows as many cards as when the visitor left the list, at the same position. `first`: how many the page came with. */
async function restore(cards: Cards, first: number): Promise<void> {
  const remembered = rememberedShelf()
  if (!remembered || remembered.shown <= first) return
  if (!(await cards.restore(remembered.shown))) return
  // Scrolled a frame later: until then, what is in view stays in place.
  await nextFrame()
  remembered.goBackTo()
}

/** Handles keys of the ARIA feed pattern: Page Up and Page Down move between cards and, past the last one, load more. */
function moveByKeys(feed: HTMLElement, list: { isFinished(): boolean; more(): void }): void {
  feed.addEventListener('keydown', (event) => {
    const step = event.key === 'PageDown' ? 1 : event.key === 'PageUp' ? -1 : 0
    const here = (event.target as HTMLElement).closest('article')
    if (step === 0 || !here) return
    const next = (step === 1 ? here.nextElementSibling : here.previousElementSibling)?.querySelector<HTMLElement>('a')
    if (!next && (step === -1 || list.isFinished())) return
    event.preventDefault()
    if (next) next.focus()
    else list.more()
  })
}

/** Returns the parts of the end of a list; null if it has no next page. */
function partsOf(end: HTMLElement): EndParts | null {
  const link = end.querySelector<HTMLAnchorElement>('a[rel=next]')
  const alert = end.querySelector<HTMLElement>('[role=alert]')
  const status = end.querySelector<HTMLElement>('[role=status]')
  const skeleton = end.querySelector('template')
  return link && alert && status && skeleton && { link, alert, status, skeleton }
}

function isFinished({ next, shown, loaded }: Growing<Card>): boolean {
  return next === null && shown === loaded.length
}

/** Returns whether the list waits for the cards of its next page. */
function waits({ phase, shown, loaded }: Growing<Card>): boolean {
  return phase === 'loading' && shown === loaded.length
}

/** Shows cards, placeholders, errors and announcements of a list. `first`: number of cards that the page came with. */
function createFeedView(feed: HTMLElement, end: HTMLElement, { link, alert, status, skeleton }: EndParts, first: number) {
  const moreWords = link.textContent ?? ''
  /** Number of cards on the page. */
  let placed = first

  /** `chunk`: number of placeholders. */
  function show(state: Growing<Card>, chunk: number): void {
    for (const old of feed.querySelectorAll(':scope > [aria-hidden]')) old.remove()
    for (const { element } of state.loaded.slice(placed, state.shown)) {
      feed.append(element)
      placed++
      element.ariaPosInSet = String(placed)
      element.ariaSetSize = '-1'
    }
    const failed = state.phase === 'failed'
    feed.ariaBusy = String(waits(state))
    if (waits(state)) for (let place = 0; place < chunk; place++) feed.append(skeleton.content.cloneNode(true))
    alert.hidden = !failed
    // The error and the link to try again are directly below the cards.
    end.toggleAttribute('data-endless', !failed)
    link.textContent = failed ? link.dataset.again! : moreWords
    status.textContent = announcement(state)
    if (isFinished(state)) showEnd()
  }

  function announcement(state: Growing<Card>): string {
    if (waits(state)) return status.dataset.loading!
    if (placed <= first) return ''
    return status.dataset.shown!.replace('{count}', String(Math.floor(placed / ANNOUNCED_EVERY) * ANNOUNCED_EVERY))
  }

  function showEnd(): void {
    const last = feed.lastElementChild
    if (last) last.ariaSetSize = String(placed)
    const text = document.createElement('p')
    text.textContent = end.dataset.end!.replace('{count}', String(placed))
    finish(feed, end, text, status)
  }

  return { show, placed: () => placed }
}

/** Returns the cards of a document with a list, and the address of its next page. */
function pageIn(page: Document): ListPage<Card> {
  const feed = page.querySelector('[role=feed]')
  const elements = feed ? [...feed.querySelectorAll<HTMLElement>(':scope > article')] : []
  const items = elements.map((element) => ({ uid: element.dataset.issue ?? '', element }))
  return { items, next: feed?.nextElementSibling?.querySelector('a[rel=next]')?.getAttribute('href') ?? null }
}
