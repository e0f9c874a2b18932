import type { LeftCorrection } from '@kiosk/domain/staff/article-endpoints'
import { Button } from '../pieces/button.tsx'
import { useText, useTime } from '../shell/use-text.tsx'
import style from './articles.module.css'

type Props = { left: readonly LeftCorrection[]; isDisabled: boolean; onDiscard(id: string): void }

/** Corrections that do not fit the last import: what they were, to apply by hand, until they are discarded. */
export function LeftCorrections({ left, isDisabled, onDiscard }: Props) {
  const t = useText()
  const time = useTime()
  if (left.length === 0) return null
  return (
    <section className={style.left} aria-labelledby="left">
      <h2 id="left">{t('DESK.ARTICLES.LEFT_TITLE')}</h2>
      <p>{t('DESK.ARTICLES.LEFT_ABOUT')}</p>
      <ul>
        {left.map(({ id, by, at, about, results }) => (
          <li key={id}>
            <details>
              <summary>
                {about.join(', ')} <small>{t('DESK.ARTICLES.LEFT_BY', { name: by, time: time(at) })}</small>
              </summary>
              {results.length === 0 && <p>{t('DESK.ARTICLES.LEFT_DROPPED', { headline: about.join(', ') })}</p>}
              {results.map(({ headline, byline, text }) => (
                <div key={`${headline} ${text}`}>
                  <strong>{headline}</strong>
                  {byline && <p>{byline}</p>}
                  {text && <p className={style.text}>{text}</p>}
                </div>
              ))}
            </details>
            <Button kind="quiet" isDisabled={isDisabled} onPress={() => onDiscard(id)}>
              {t('DESK.ARTICLES.LEFT_DISCARD')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
