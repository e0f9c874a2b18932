import { previewText } from '@kiosk/contract/desk-routes'
import type { Language } from '@kiosk/domain/locale'
import { Failure, Notice } from '../pieces/notice.tsx'
import { changeErrorOf } from '../shell/change-error.ts'
import { deskClient } from '../shell/desk-client.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { useText } from '../shell/use-text.tsx'
import style from './content.module.css'

/** The text as the website shows it. The server renders and sanitises it, by the function that publishes. */
export function TextPreview({ textKey, language, markdown }: { textKey: string; language: Language; markdown: string }) {
  const t = useText()
  const { answer: made, error } = useAnswer({ key: textKey, language, markdown }, (body, signal) =>
    deskClient.call(previewText, { body }, { signal }),
  )
  return (
    <section className={style.preview} aria-label={t('DESK.TEXTS.PREVIEW')}>
      <p className={style.label}>{t('DESK.TEXTS.PREVIEW')}</p>
      <Failure error={error === null ? null : changeErrorOf(error, t)} />
      <div role="status">
        {/* A person who has not begun to write has made no mistake; an empty text is rejected when it is published. */}
        {made?.fault && made.fault.problem !== 'empty' && (
          <Notice tone="bad">{t(`DESK.TEXTS.FAULT.${made.fault.problem}`, { value: made.fault.value })}</Notice>
        )}
      </div>
      {made && (
        <details className={style.placeholders}>
          <summary>{t('DESK.TEXTS.PLACEHOLDERS')}</summary>
          <dl>
            {Object.entries(made.placeholders).map(([name, value]) => (
              <div key={name}>
                <dt>
                  <code>{`{${name}}`}</code>
                </dt>
                <dd>{value || '–'}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server like every text of the website. */}
      {made && <div className={style.rendered} lang={language} dangerouslySetInnerHTML={{ __html: made.html }} />}
    </section>
  )
}
