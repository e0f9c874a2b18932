import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import { Cover } from '@kiosk/ui/cover'
import { Link } from '../../shell/link.tsx'
import { When } from '../../shell/slots.tsx'
import { useText } from '../../shell/use-text.ts'
import { pays, useViewer } from '../../shell/viewer.ts'
import { Awning } from './awning.tsx'
import { CountUp } from './count-up.tsx'
import type { FeaturedTitle } from './featured-title.ts'
import style from './hero.module.css'
import type { WINDOW_COVERS } from './hero-window.ts'
import type { HomeOfReader } from './home-of-reader.ts'

/** Heights of the covers in the hero's window. Pixels. */
const WINDOW_HEIGHTS_PIXELS = [330, 400, 300, 250, 280] as const satisfies { length: typeof WINDOW_COVERS }
/** The larger covers, in the upper row of wide windows, one of which is the largest image of the page. */
const UPPER_COVERS = 2

type Props = {
  /** Titles of the row below. The button opens the first one that is open. */
  featured: FeaturedTitle[]
  /** Titles in the window. */
  display: FeaturedTitle[]
  own: HomeOfReader
  warm: boolean
  special: boolean
}

/**
 * The main promise beside a window of covers with a seasonal decoration. Signed-in readers, who know the promise, get a line with
 * what the button opens, which leaves room for what they read.
 */
export function Hero({ featured, display, own, warm, special }: Props) {
  const t = useText()
  const { counts, firstname, locale, state, webapp } = useViewer()
  const open = [...featured, ...display].find(({ opens }) => opens !== 'one')
  return (
    <section className={style.hero} data-season={warm ? 'warm' : 'cold'} data-signed-in={firstname !== null || undefined}>
      <div className={`page ${style.inner}`}>
        <div className={style.words}>
          <h1>{firstname === null ? t('HOME.TITLE') : t('HOME.WELCOME', { name: firstname })}</h1>
          {firstname === null && <p className={style.lead}>{t('HOME.LEAD')}</p>}
          <p className={style.actions}>
            {state === 'anonymous' ? (
              <a href={open ? readerAddress(webapp, open.uid) : addressOf('catalogue')} className="button">
                {t(open ? 'HOME.READ_FREE' : 'HOME.ALL_MAGAZINES')}
              </a>
            ) : (
              <a href={own.opensHref} className="button">
                <When value={own.opens} is="begun">
                  {t('SHELF.CONTINUE')}
                </When>
                {(['new', 'shelf'] as const).map((each) => (
                  <When key={each} value={own.opens} is={each}>
                    {t('HOME.READ')}
                  </When>
                ))}
              </a>
            )}
            {!pays(state) && (
              <Link to="subscriptions" className="button quiet">
                {t(special ? 'HOME.SPECIAL_OFFER' : 'HOME.PREMIUM')}
              </Link>
            )}
          </p>
          {firstname !== null &&
            (['begun', 'new'] as const).map((each) => (
              <When key={each} value={own.opens} is={each}>
                <p className={style.next}>
                  <b>{own.opensTitle}</b> <span>{own.opensDetail}</span>
                </p>
              </When>
            ))}
          {firstname === null && counts.magazines > 0 && (
            <dl className={style.counts}>
              <div>
                <dt>{t('HOME.COUNT_MAGAZINES', { count: counts.magazines })}</dt>
                <dd>
                  <CountUp to={counts.magazines} locale={locale} />
                </dd>
              </div>
              <div>
                <dt>{t('HOME.COUNT_ISSUES', { count: counts.issues })}</dt>
                <dd>
                  <CountUp to={counts.issues} locale={locale} />
                </dd>
              </div>
            </dl>
          )}
        </div>
        {firstname === null && (
          <div className={style.window}>
            <Awning warm={warm} />
            <div className={style.display}>
              {display.map((title, place) => (
                <a key={title.uid} href={addressOf('issue', { id: title.uid })} className={style.place}>
                  <Cover
                    picture={title}
                    height={WINDOW_HEIGHTS_PIXELS[place] ?? 280}
                    alt={t('HOME.COVER_ALT', { title: title.titleLine, detail: title.detailLine })}
                    first={place < UPPER_COVERS}
                    sizes={`(max-width: 600px) 25vw, (max-width: 60rem) 14vw, ${place < UPPER_COVERS ? 14 : 9}rem`}
                  />
                </a>
              ))}
            </div>
          </div>
        )}
      </div>
    </section>
  )
}
