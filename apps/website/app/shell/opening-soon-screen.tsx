import { pages } from '@kiosk/domain/addresses'
import { shellWords } from '@kiosk/languages/shell'
import { data, type LoaderFunctionArgs } from 'react-router'
import type { HeadData } from './head.tsx'
import { Link } from './link.tsx'
import style from './opening-soon-screen.module.css'
import { useText } from './use-text.ts'
import { visitOf } from './visit.ts'
import { useVisitor } from './visitor.ts'

export function loader({ context }: LoaderFunctionArgs) {
  const { words } = visitOf(context)
  return data({ words: words(shellWords), head: { robots: 'noindex' } satisfies HeadData })
}

type Kind = 'accounts' | 'payments' | 'contracts' | 'campaigns' | 'topics'

/** A room that is not open yet: what will be here, and what one can do today. */
export default function OpeningSoonScreen() {
  const t = useText()
  const { page } = useVisitor()
  const kind = kindOf(page === null ? '/' : pages[page].path)
  return (
    <div className={style.screen}>
      <p className={style.eyebrow}>{t('SOON.EYEBROW')}</p>
      <h1>{page ? t(`PAGE.${page}`) : t(`SOON.${kind}`)}</h1>
      <p className={style.lead}>
        <strong>{t(`SOON.${kind}`)}.</strong> {t(`SOON.${kind}_BODY`)}
      </p>
      <h2>{t('SOON.HINT')}</h2>
      <ul className={style.hints}>
        <li>{t('SOON.HINT_BROWSE')}</li>
        <li>{t('SOON.HINT_SEARCH')}</li>
        <li>{t('SOON.HINT_COMPARE')}</li>
      </ul>
      <p className={style.ways}>
        <Link to="catalogue" className="button">
          {t('SOON.READ_FREE')}
        </Link>
        <Link to="subscriptions" className="button quiet">
          {t('SOON.SEE_PRICES')}
        </Link>
      </p>
    </div>
  )
}

function kindOf(path: string): Kind {
  if (path.startsWith('/user/payment') || path.startsWith('/user/subscription') || path === '/user/launch-offer')
    return 'payments'
  if (path === '/cancel' || path === '/withdraw') return 'contracts'
  if (path.startsWith('/topic') || path === '/linkinbio') return 'topics'
  return path.startsWith('/user/') || path === '/invoice' || path === '/createNewPassword' ? 'accounts' : 'campaigns'
}
