import { finish, hasKeyboardFocus, isNear, nextFrame, showNew } from '../../shell/browser/endless-list.ts'
import { fetchPage } from '../../shell/browser/fetch-page.ts'

// Adds the next pages of the link list (`link-in-bio-screen.tsx`) while its end is within a screen, or on a click.

const list = document.querySelector<HTMLElement>('ul[data-links]')
const end = list?.nextElementSibling
if (list && end instanceof HTMLElement) makeInfinite(list, end)

function makeInfinite(list: HTMLElement, end: HTMLElement): void {
  const link = end.querySelector('a')
  const status = end.querySelector<HTMLElement>('[role=status]')
  if (!link || !status) return
  const ended = new AbortController()
  let isLoading = false

  /** Adds a page of links. If that fails, the link opens the page itself, which shows what is wrong. */
  async function add(): Promise<void> {
    isLoading = true
    status!.textContent = status!.dataset.loading!
    try {
      const page = await fetchPage(link!.href)
      list.append(...page.querySelectorAll('ul[data-links] > li'))
      const next = page.querySelector<HTMLAnchorElement>('ul[data-links] + * a[rel=next]')
      if (next) link!.href = next.href
      else {
        ended.abort()
        finish(list, end, status!)
      }
    } catch {
      ended.abort()
      delete end.dataset.endless
    }
    status!.textContent = ''
    isLoading = false
  }

  async function fill(): Promise<void> {
    while (!isLoading && !ended.signal.aborted && isNear(list, link!, 1) && !hasKeyboardFocus(end)) {
      await add()
      await nextFrame()
    }
  }

  async function request(byKeyboard: boolean): Promise<void> {
    const awaited = list.children.length
    await add()
    const entry = list.children[awaited]
    if (entry) showNew(entry, byKeyboard)
  }

  link.addEventListener(
    'click',
    (event) => {
      event.preventDefault()
      // A click without a pointer comes from the keyboard.
      if (!isLoading) void request(event.detail === 0)
    },
    { signal: ended.signal },
  )
  for (const event of ['scroll', 'resize']) addEventListener(event, () => void fill(), { passive: true, signal: ended.signal })
  list.dataset.infinite = ''
  void fill()
}
