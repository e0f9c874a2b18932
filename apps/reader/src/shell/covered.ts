/** Time after a modal dialog closes until the page below it is complete again: later than the frame that shows the page. */
const UNCOVERED_AFTER_MS = 250

let open = 0
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Marks the document as below a modal dialog (`data-covered`), where the browser need not style what nobody can reach. Returns a
 * function that ends this, to be called when the dialog closes.
 */
export function cover(): () => void {
  open++
  clearTimeout(timer)
  document.documentElement.toggleAttribute('data-covered', true)
  return () => {
    open--
    if (open > 0) return
    timer = setTimeout(() => document.documentElement.toggleAttribute('data-covered', false), UNCOVERED_AFTER_MS)
  }
}
