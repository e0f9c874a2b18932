import { previewText } from '@kiosk/contract/desk-routes'
import type { Language } from '@kiosk/domain/locale'
import type { TextFault } from '@kiosk/domain/staff/content-endpoints'
import { useEffect, useState } from 'react'
import { deskClient } from '../shell/desk-client.ts'
import { useText } from '../shell/use-text.tsx'
import style from './content.module.css'

/** Pause in typing after which the preview follows. */
const PAUSE_MS = 300

/** The text as the website shows it. The server renders and sanitises it, by the function that publishes. */
export function TextPreview({ textKey, language, markdown }: { textKey: string; language: Language; markdown: string }) {
  const t = useText()
  const [made, setMade] = useState<{ html: string; fault: TextFault | null } | null>(null)
  useEffect(() => {
    const gone = new AbortController()
    const timer = setTimeout(() => {
      deskClient
        .call(previewText, { body: { key: textKey, language, markdown } }, { signal: gone.signal })
        .then(setMade)
        // The preview stays as it was; the next letter asks again.
        .catch(() => {})
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [textKey, language, markdown])
  return (
    <section className={style.preview} aria-label={t('DESK.TEXTS.PREVIEW')}>
      <p className={style.label}>{t('DESK.TEXTS.PREVIEW')}</p>
      <div role="status">
        {made?.fault && <p className={style.fault}>{t(`DESK.TEXTS.FAULT.${made.fault.problem}`, { value: made.fault.value })}</p>}
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server like every text of the website. */}
      {made && <div className={style.rendered} lang={language} dangerouslySetInnerHTML={{ __html: made.html }} />}
    </section>
  )
}
