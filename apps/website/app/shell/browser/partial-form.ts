// Submits a form with `data-part` without leaving the page: the response is the whole page, of which the part with the id that
// `data-part` names replaces the one on this page; then the new part dispatches the event `part-replaced`. `shell-script.ts` loads
// this file when such a form is used.

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !form.dataset.part || event.defaultPrevented) return
  event.preventDefault()
  if (form.ariaBusy !== 'true') void submit(form, event.submitter)
})

async function submit(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  form.ariaBusy = 'true'
  const id = form.dataset.part!
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form, submitter)) if (typeof value === 'string') body.append(name, value)
  showPressed(submitter)
  try {
    const answer = await fetch(form.action, { method: 'POST', headers: { accept: 'text/html' }, body })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const [old, fresh] = [document.getElementById(id), page.getElementById(id)]
    // Another page, such as the login after the session has ended. An error page is shown by the browser itself.
    if (answer.redirected && !fresh) return location.assign(answer.url)
    if (!old || !fresh) throw new Error(String(answer.status))
    old.replaceWith(fresh)
    document.body.append(...page.querySelectorAll('dialog[open]'))
    focusIn(fresh, submitter)
    fresh.dispatchEvent(new Event('part-replaced', { bubbles: true }))
  } catch {
    // Submitted by the browser itself, which shows its own error if there is no connection.
    form.ariaBusy = null
    delete form.dataset.part
    delete form.dataset.sent
    form.requestSubmit(submitter)
  }
}

/** Shows a switch as pressed before the response arrives. */
function showPressed(submitter: HTMLElement | null): void {
  if (submitter?.dataset.switch === undefined) return
  submitter.toggleAttribute('data-on')
}

/** Moves the focus to what needs attention; otherwise back to the button that was pressed. */
function focusIn(part: HTMLElement, submitter: HTMLElement | null): void {
  const name = submitter?.getAttribute('name')
  const target =
    part.querySelector<HTMLElement>('[autofocus]') ?? (name ? part.querySelector<HTMLElement>(`[name="${name}"]`) : null)
  target?.focus()
}

/** The server's errors are in the language of the page, unlike those of the browser. */
function showOwnErrors(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-part]')) form.noValidate = true
}

document.addEventListener('part-replaced', showOwnErrors)
showOwnErrors()
