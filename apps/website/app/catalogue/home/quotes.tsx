import { Shelf } from '@kiosk/ui/shelf'
import { useText } from '../../shell/use-text.ts'
import style from './quotes.module.css'

/** Quotes as the specification spells them; both values are keys of words. */
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
              <blockquote>{t(testmonial)}</blockquote>
              <figcaption>{t(reference)}</figcaption>
            </figure>
          </li>
        ))}
      </Shelf>
    </section>
  )
}
