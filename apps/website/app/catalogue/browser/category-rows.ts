import { enhanceShelf } from '@kiosk/ui/browser/enhance-shelf'
import { fetchPage } from '../../shell/browser/fetch-page.ts'

// Fills the row of a category (`category-accordion.tsx`) when it opens, with the cards of the page that its link leads to.

const template = document.querySelector<HTMLTemplateElement>('template[data-category-row]')

async function fill(category: HTMLDetailsElement): Promise<void> {
  const inside = category.querySelector<HTMLElement>(':scope > div')
  const link = inside?.querySelector('a')
  const [alert, waiting] = inside?.querySelectorAll<HTMLElement>(':scope > p, :scope > div') ?? []
  if (!template || !inside || !link || !alert || !waiting || inside.ariaBusy === 'true') return
  inside.ariaBusy = 'true'
  alert.hidden = true
  waiting.hidden = false
  try {
    const page = await fetchPage(link.href)
    const shelf = (template.content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement
    const row = shelf.querySelector('ul')!
    row.ariaLabel = category.dataset.category!
    row.append(...[...page.querySelectorAll<HTMLElement>('[role=feed] > article')].map(placeOf))
    shelf.firstElementChild!.prepend(link)
    inside.replaceChildren(shelf)
    enhanceShelf(shelf)
  } catch {
    waiting.hidden = true
    alert.hidden = false
  }
  inside.ariaBusy = 'false'
}

/** Returns a place of the row with the card of a list. */
function placeOf(card: HTMLElement): HTMLElement {
  const place = document.createElement('li')
  place.dataset.issue = card.dataset.issue!
  place.append(...card.children)
  return place
}

function fillIfOpen(target: EventTarget | null): void {
  if (!(target instanceof HTMLDetailsElement) || target.dataset.category === undefined || !target.open) return
  if (!target.querySelector('ul')) void fill(target)
}

document.addEventListener('toggle', ({ target }) => fillIfOpen(target), { capture: true })
// The first one was opened before this script ran.
for (const category of document.querySelectorAll('details[data-category][open]')) fillIfOpen(category)
