import { addressOf } from '@kiosk/domain/addresses'
import { Notice } from '@kiosk/ui/notice'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import style from './library.module.css'
import { EmptyPlace } from './library-page.tsx'

/**
 * The shelf without an account: places stored in this browser. The reader's script fills `#shelf` with copies of the
 * template, and shows elements with `data-remembers="places"` instead of those with `"nothing"`; until then,
 * `remembered-script.ts` reserves their place.
 */
export function VisitorShelf() {
  const t = useText()
  return (
    <>
      <section className={style.row} aria-labelledby="read-last">
        <h2 id="read-last">{t('SHELF.READ_LAST')}</h2>
        <div data-remembers="nothing">
          <EmptyPlace>{t('SHELF.READ_LAST_EMPTY')}</EmptyPlace>
        </div>
        <p data-remembers="places" hidden>
          {t('SHELF.READ_LAST_TEXT')}
        </p>
        <ul id="shelf" className={style.cards} />
        <template id="shelf-card">
          <li className={style.card}>
            <a className={style.remembered} href={addressOf('shelf')}>
              <img alt="" loading="lazy" />
              <strong data-part="title" />
              <span data-part="detail" className={style.about} />
              <span data-part="where" className={style.about} />
            </a>
            <progress />
          </li>
        </template>
      </section>
      <div className={style.login}>
        <Notice
          title={t('SHELF.LOGIN_TITLE')}
          actions={
            <>
              <a className="button" href={addressOf('login', { redirect: addressOf('shelf') })}>
                {t('SHELF.LOGIN')}
              </a>
              <Link to="register" className="button quiet" values={{ redirect: addressOf('shelf') }}>
                {t('SHELF.REGISTER')}
              </Link>
            </>
          }
        >
          {t('SHELF.LOGIN_TEXT')}
        </Notice>
      </div>
    </>
  )
}
