import { recentSearches } from '../recent-searches.ts'
import { SUGGESTIONS_DATA, type SuggestionGroup, type SuggestionList } from '../suggestion-list.ts'

// Suggestions below a search form with `data-suggest`: a list for the keyboard and the pointer (ARIA
// combobox). `shell-script.ts` loads it on the first focus of such a form.

const WAIT_MS = 120
const enhanced = new WeakSet<HTMLFormElement>()
const fetched = new Map<string, Promise<SuggestionList>>()

function fetchSuggestions(q: string): Promise<SuggestionList> {
  const known = fetched.get(q)
  if (known) return known
  const list = fetch(`${SUGGESTIONS_DATA}?${new URLSearchParams({ q })}`).then((answer) => {
    if (!answer.ok) throw new Error(String(answer.status))
    return answer.json() as Promise<SuggestionList>
  })
  fetched.set(q, list)
  list.catch(() => fetched.delete(q))
  return list
}

function setAttributes(element: HTMLElement, attributes: Record<string, string>): void {
  for (const name in attributes) element.setAttribute(name, attributes[name]!)
}
function element(tag: string, attributes: Record<string, string>, ...children: (HTMLElement | string)[]): HTMLElement {
  const made = document.createElement(tag)
  setAttributes(made, attributes)
  made.append(...children)
  return made
}
const groupElement = (id: string, { label, suggestions }: SuggestionGroup) =>
  element(
    'div',
    { role: 'group', 'aria-labelledby': `${id}-label` },
    element('div', { id: `${id}-label`, role: 'presentation' }, label),
    ...suggestions.map(({ label, href, cover }, at) =>
      element(
        'a',
        { role: 'option', id: `${id}-${at}`, href, tabindex: '-1', 'aria-selected': 'false' },
        cover ? element('img', { src: cover, alt: '', width: '32', height: '40' }) : '',
        element('span', {}, label),
      ),
    ),
  )

/** Adds the panel of suggestions to a form, closed. */
function addPanel(form: HTMLFormElement, input: HTMLInputElement) {
  const id = `suggestions-${document.querySelectorAll('[data-suggestions]').length}`
  const list = element('div', { role: 'listbox', id, 'aria-label': input.placeholder })
  const panel = element('div', { 'data-suggestions': '', hidden: '' }, list)
  const status = element('p', { role: 'status', class: 'unseen' })
  form.append(panel, status)
  setAttributes(input, { role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': id })
  // The field keeps the focus while the pointer presses a suggestion; otherwise the list would close before the click.
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('mousedown', (event) => event.preventDefault())
  let chosen: HTMLElement | null = null

  const choose = (option: HTMLElement | null) => {
    chosen?.setAttribute('aria-selected', 'false')
    chosen = option
    option?.setAttribute('aria-selected', 'true')
    option?.scrollIntoView({ block: 'nearest' })
    if (option) input.setAttribute('aria-activedescendant', option.id)
    else input.removeAttribute('aria-activedescendant')
  }
  const setOpen = (isOpen: boolean, count: string) => {
    choose(null)
    panel.hidden = !isOpen
    input.setAttribute('aria-expanded', String(isOpen))
    status.textContent = count
  }
  return {
    show(groups: readonly SuggestionGroup[], count: string, forget?: HTMLElement) {
      list.replaceChildren(...groups.map((group, at) => groupElement(`${id}-${at}`, group)))
      panel.replaceChildren(list)
      if (forget) panel.append(forget)
      setOpen(groups.length > 0, count)
    },
    close: () => setOpen(false, ''),
    isOpen: () => !panel.hidden,
    chosen: () => chosen,
    /** Chooses the next or previous suggestion; between the last and the first one, none is chosen. */
    step(direction: 1 | -1) {
      const all: (HTMLElement | null)[] = [null, ...list.querySelectorAll<HTMLElement>('[role=option]')]
      choose(all.at((all.indexOf(chosen) + direction) % all.length) ?? null)
    },
  }
}

/** Returns the address of the search for a term, as the form would request it. */
function addressOfSearch(form: HTMLFormElement, input: HTMLInputElement, term: string): string {
  const query = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
  query.set(input.name, term)
  return `${new URL(form.action).pathname}?${query}`
}

function enhance(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('[type=search]')
  if (!input || enhanced.has(form)) return
  enhanced.add(form)
  const recent = recentSearches({
    store: () => localStorage,
    cookies: () => document.cookie,
    account: document.documentElement.dataset.account ?? null,
  })
  const panel = addPanel(form, input)
  let timer = 0
  let latest = 0

  const close = () => {
    // An answer that is still under way must not open the list again.
    latest++
    clearTimeout(timer)
    panel.close()
  }
  const update = async () => {
    const term = input.value.trim()
    const terms = term ? [] : recent.terms()
    if (!term && terms.length === 0) return close()
    const mine = ++latest
    const found = await fetchSuggestions(term).catch(() => null)
    // A newer term was typed, or the field was left.
    if (mine !== latest || !form.contains(document.activeElement)) return
    if (!found) return close()
    if (term) return panel.show(found.groups, found.count)
    const suggestions = terms.map((each) => ({ label: each, href: addressOfSearch(form, input, each) }))
    const forget = element('button', { type: 'button' }, found.forget)
    forget.addEventListener('click', () => {
      recent.forget()
      close()
      input.focus()
    })
    panel.show([{ label: found.recent, suggestions }], found.recent, forget)
  }

  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(update, WAIT_MS)
  })
  input.addEventListener('focus', () => void update())
  input.addEventListener('keydown', (event) => {
    const chosen = panel.chosen()
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (panel.isOpen()) panel.step(event.key === 'ArrowDown' ? 1 : -1)
      else void update()
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      chosen.click()
    } else if (event.key === 'Escape' && panel.isOpen()) {
      event.preventDefault()
      close()
    }
  })
  form.addEventListener('submit', () => {
    const term = input.value.trim()
    if (term) recent.add(term)
    close()
  })
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!form.contains(relatedTarget as Element | null)) close()
  })
  void update()
}

function enhanceFormOf(target: EventTarget | null): void {
  const form = target instanceof HTMLInputElement ? target.form : null
  if (form?.dataset.suggest !== undefined) enhance(form)
}

document.addEventListener('focusin', ({ target }) => enhanceFormOf(target))
enhanceFormOf(document.activeElement)
