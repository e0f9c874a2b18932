import { SUPPORT_HEADER } from '@kiosk/domain/accounts/limits'
import { formatClock } from '@kiosk/domain/date-format'
import type { Language } from '@kiosk/domain/locale'

/** Shows the bar of this document (`document/support-bar.ts`) if an answer says that the staff may look at the account. */
export function noticeSupport({ headers }: Response, language: Language): void {
  const until = headers.get(SUPPORT_HEADER)
  const bar = document.getElementById('support')
  if (!bar) return
  if (!until) {
    if (bar.dataset.until && Date.parse(bar.dataset.until) < Date.now()) bar.hidden = true
    return
  }
  if (until === bar.dataset.until) return
  bar.dataset.until = until
  bar.querySelector('span')!.textContent = (bar.dataset.text ?? '').replace('{time}', formatClock(language, until))
  bar.hidden = false
}
