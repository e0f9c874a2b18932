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

function element<K extends keyof HTMLElementTagNameMap>(name: K, attributes: Record<string, string> = {}, text = '') {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.textContent = text
  return made
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
  const id = `suggestions-${document.querySelectorAll('[data-suggestions]').length}`
  const panel = element('div', { 'data-suggestions': '', hidden: '' })
  const list = element('div', { role: 'listbox', id, 'aria-label': input.placeholder })
  const status = element('p', { role: 'status', class: 'unseen' })
  panel.append(list)
  form.append(panel, status)
  const state = { role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': id }
  for (const [key, value] of Object.entries(state)) input.setAttribute(key, value)

  let active: HTMLElement | null = null
  let timer = 0
  let latest = 0
  const options = () => [...list.querySelectorAll<HTMLElement>('[role=option]')]
  const isOpen = () => !panel.hidden

  const choose = (option: HTMLElement | null) => {
    active?.setAttribute('aria-selected', 'false')
    active = option
    option?.setAttribute('aria-selected', 'true')
    option?.scrollIntoView({ block: 'nearest' })
    if (option) input.setAttribute('aria-activedescendant', option.id)
    else input.removeAttribute('aria-activedescendant')
  }
  const close = () => {
    // An answer that is still under way must not open the list again.
    latest++
    clearTimeout(timer)
    choose(null)
    panel.hidden = true
    status.textContent = ''
    input.setAttribute('aria-expanded', 'false')
  }
  const show = (groups: readonly SuggestionGroup[], count: string, forget?: string) => {
    choose(null)
    let place = 0
    list.replaceChildren(
      ...groups.map(({ label, suggestions }, at) => {
        const group = element('div', { role: 'group', 'aria-labelledby': `${id}-${at}-label` })
        group.append(element('div', { id: `${id}-${at}-label`, role: 'presentation' }, label))
        for (const { label, href, cover } of suggestions) {
          const option = element('a', {
            role: 'option',
            id: `${id}-${at}-${place++}`,
            href,
            tabindex: '-1',
            'aria-selected': 'false',
          })
          if (cover) option.append(element('img', { src: cover, alt: '', width: '32', height: '40' }))
          option.append(element('span', {}, label))
          group.append(option)
        }
        return group
      }),
    )
    panel.replaceChildren(list)
    if (forget) {
      const button = element('button', { type: 'button' }, forget)
      button.addEventListener('click', () => {
        recent.forget()
        close()
        input.focus()
      })
      panel.append(button)
    }
    panel.hidden = groups.length === 0
    input.setAttribute('aria-expanded', String(isOpen()))
    status.textContent = count
  }

  /** Address of the search for a term, as the form would request it. */
  const addressFor = (term: string) => {
    const query = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
    query.set(input.name, term)
    return `${new URL(form.action).pathname}?${query}`
  }
  const update = async () => {
    const term = input.value.trim()
    const terms = term === '' ? recent.terms() : []
    if (term === '' && terms.length === 0) return close()
    const mine = ++latest
    const found = await fetchSuggestions(term).catch(() => null)
    // A newer term was typed, or the field was left.
    if (mine !== latest || !form.contains(document.activeElement)) return
    if (!found) return close()
    if (term !== '') return show(found.groups, found.count)
    const suggestions = terms.map((each) => ({ label: each, href: addressFor(each) }))
    show([{ label: found.recent, suggestions }], found.recent, found.forget)
  }

  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = window.setTimeout(update, WAIT_MS)
  })
  input.addEventListener('focus', () => void update())
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen()) return void update()
      const all: (HTMLElement | null)[] = [null, ...options()]
      const step = event.key === 'ArrowDown' ? 1 : -1
      choose(all.at((all.indexOf(active) + step) % all.length) ?? null)
    } else if (event.key === 'Enter' && active) {
      event.preventDefault()
      active.click()
    } else if (event.key === 'Escape' && isOpen()) {
      event.preventDefault()
      close()
    }
  })
  form.addEventListener('submit', () => {
    const term = input.value.trim()
    if (term !== '') recent.add(term)
    close()
  })
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node) || !form.contains(relatedTarget)) close()
  })
  // The field keeps the focus while the pointer presses a suggestion; otherwise the list would close before the click.
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('mousedown', (event) => event.preventDefault())
  void update()
}

function enhanceFormOf(target: EventTarget | null): void {
  const form = target instanceof HTMLInputElement ? target.form : null
  if (form?.dataset.suggest !== undefined) enhance(form)
}

document.addEventListener('focusin', ({ target }) => enhanceFormOf(target))
enhanceFormOf(document.activeElement)
