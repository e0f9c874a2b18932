import { addressOf } from '@kiosk/domain/addresses'
import { formatClock } from '@kiosk/domain/date-format'
import type { Language } from '@kiosk/domain/locale'
import { supportMessages } from '@kiosk/i18n/messages/support'
import { messagesIn, t as translate } from '@kiosk/i18n/translate'
import { asMarkup, html, type Markup } from './markup.ts'

/**
 * The bar that says until when the staff may look at the account; hidden while they may not. `shell/notice-support.ts` shows it if
 * the reader allows it while this document is open.
 * @param until ISO 8601; null = not now
 */
export function supportBar(language: Language, until: string | null): Markup {
  const words = messagesIn(language, [supportMessages])
  const t = (key: string, values = {}) => translate(words, `SUPPORT.${key}`, values, language)
  const text = until ? t('BAR_SHORT', { time: formatClock(language, until) }) : ''
  return html`<aside id="support" class="support-bar" data-support-bar aria-label="${t('BAR_LABEL')}" data-text="${t('BAR_SHORT')}" data-until="${until ?? ''}"${!until && asMarkup(' hidden')}><span>${text}</span> <a href="${addressOf('security')}#support">${t('END')}</a></aside>`
}
