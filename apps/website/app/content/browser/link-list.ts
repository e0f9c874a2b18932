import { fetchPage } from '../../shell/browser/fetch-page.ts'

// Adds the next pages of the link list (`link-in-bio-screen.tsx`) one screen before its end, or on a click.

const list = document.querySelector<HTMLElement>('ul[data-links]')
const end = list?.nextElementSibling
if (list && end instanceof HTMLElement) makeInfinite(list, end)

function makeInfinite(list: HTMLElement, end: HTMLElement): void {
  let busy = false

  async function more(): Promise<void> {
    const link = end.querySelector('a')
    if (busy || !link) return
    busy = true
    end.replaceChildren(end.dataset.loading!)
    try {
      const page = await fetchPage(link.href)
      list.append(...page.querySelectorAll('ul[data-links] > li'))
      const next = page.querySelector('ul[data-links] + * a[rel=next]')
      if (next) end.replaceChildren(next)
      else end.remove()
    } catch {
      // The link opens the next page itself, which shows what is wrong.
      watch.disconnect()
      end.replaceChildren(link)
      return
    }
    busy = false
    // Observed again, because an end that is still near is not reported again.
    watch.disconnect()
    watch.observe(end)
  }

  end.addEventListener('click', (event) => {
    if (busy || !(event.target as Element).closest('a')) return
    event.preventDefault()
    void more()
  })
  const watch = new IntersectionObserver(
    (entries) => {
      // The link stays while it has the focus, so that keyboard users can press it or move on.
      if (entries.at(-1)!.isIntersecting && !end.contains(document.activeElement)) void more()
    },
    { rootMargin: '100% 0px' },
  )
  watch.observe(end)
}
