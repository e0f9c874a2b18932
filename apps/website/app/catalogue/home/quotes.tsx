import type { MessageKey } from '@kiosk/i18n/message-key'
import { Shelf } from '@kiosk/ui/shelf'
import { useText } from '../../shell/use-text.ts'
import style from './quotes.module.css'

/** Quotes, with the field names of the specification; both values are message keys. */
const quotes = [1, 2, 3, 4, 5].map((id) => ({ id, testmonial: `QUOTE.${id}`, reference: `QUOTE.${id}.REFERENCE` }))

export function Quotes() {
  const t = useText()
  return (
    <section className={`page ${style.quotes}`}>
      <Shelf
        still
        label={t('HOME.QUOTES')}
        back={t('SHELL.BACK')}
        forward={t('SHELL.FORWARD')}
        head={<h2>{t('HOME.QUOTES')}</h2>}
      >
        {quotes.map(({ id, testmonial, reference }) => (
          <li key={id} className={style.quote}>
            <figure>
              <blockquote>{t(testmonial as MessageKey)}</blockquote>
              <figcaption>{t(reference as MessageKey)}</figcaption>
            </figure>
          </li>
        ))}
      </Shelf>
    </section>
  )
}
