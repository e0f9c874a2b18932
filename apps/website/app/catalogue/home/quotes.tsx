import type { Operator } from '@kiosk/domain/operator'
import { Shelf } from '@kiosk/ui/shelf'
import { useText } from '../../shell/use-text.ts'
import style from './quotes.module.css'

/** A quote in the page's language. */
export type Quote = Pick<Operator['quotes'][number], 'id'> & { testmonial: string; reference: string }

/** Quotes that the operator supplied, each with its source. */
export function Quotes({ quotes }: { quotes: Quote[] }) {
  const t = useText()
  return (
    <section className={`page later ${style.quotes}`}>
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
              <blockquote>{testmonial}</blockquote>
              <figcaption>{reference}</figcaption>
            </figure>
          </li>
        ))}
      </Shelf>
    </section>
  )
}
