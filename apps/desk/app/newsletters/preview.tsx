import { previewNewsletter } from '@kiosk/contract/desk-routes'
import type { Language } from '@kiosk/domain/locale'
import { useState } from 'react'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { Failure } from '../pieces/notice.tsx'
import tabStyle from '../pieces/tabs.module.css'
import { changeErrorOf } from '../shell/change-error.ts'
import { deskClient } from '../shell/desk-client.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { useText } from '../shell/use-text.tsx'
import { type EditedDraft, sentDraft } from './draft.ts'
import style from './newsletters.module.css'

const VIEWS = ['DESKTOP', 'PHONE', 'PLAIN'] as const
type View = (typeof VIEWS)[number]

type Props = { draft: EditedDraft; language: Language }

/** The e-mail as a reader with this language gets it, while it is written. */
export function Preview({ draft, language }: Props) {
  const t = useText()
  const [view, setView] = useState<View>('DESKTOP')
  const { texts, featured, fallbackLanguage } = sentDraft(draft)
  const { answer, error } = useAnswer({ texts, featured, fallbackLanguage, language }, (body, signal) =>
    deskClient.call(previewNewsletter, { body }, { signal }),
  )
  return (
    <section className={style.preview}>
      <div className={style.previewHead}>
        <h2>{t('DESK.NEWSLETTER.PREVIEW')}</h2>
        <ToggleButtonGroup
          aria-label={t('DESK.NEWSLETTER.PREVIEW_AS')}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[view]}
          onSelectionChange={([key]) => setView(key as View)}
          className={tabStyle.tabs!}
        >
          {VIEWS.map((each) => (
            <ToggleButton key={each} id={each} className={tabStyle.tab!}>
              {t(`DESK.NEWSLETTER.PREVIEW.${each}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </div>
      <Failure error={error === null ? null : changeErrorOf(error, t)} />
      {answer?.email === null && <p className={style.note}>{t('DESK.NEWSLETTER.PREVIEW_NONE')}</p>}
      {answer?.email && <p className={style.subject}>{answer.email.subject}</p>}
      {answer?.email && view === 'PLAIN' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <pre className={style.plain} tabIndex={0}>
          {answer.email.text}
        </pre>
      )}
      {answer?.email && view !== 'PLAIN' && (
        <iframe
          title={t('DESK.NEWSLETTER.PREVIEW')}
          className={style.frame}
          data-view={view}
          sandbox=""
          srcDoc={permitted(answer.email.html)}
        />
      )}
    </section>
  )
}

/** Gives the style of the e-mail the nonce of this page, whose content security policy applies to the frame, too. */
function permitted(html: string): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
  return html.replace('<style>', `<style nonce="${nonce}">`)
}
