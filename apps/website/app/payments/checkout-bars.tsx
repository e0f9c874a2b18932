import { LineIcon } from '@kiosk/ui/line-icon'
import { COOKIE_SETTINGS } from '../shell/cookie-consent.tsx'
import type { Bars, BarsHandle } from '../shell/frame.tsx'
import { LanguageSwitch } from '../shell/language-switch.tsx'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import { Wordmark } from '../shell/wordmark.tsx'
import style from './checkout-bars.module.css'

/** Lock from Lucide (ISC licence), only for these pages. */
const LOCK = '<rect width="18" height="11" x="3" y="11" rx="2" ry="2"/><path d="M7 11V7a5 5 0 0 1 10 0v4"/>'

function CheckoutHeader() {
  const t = useText()
  return (
    <header className={style.header}>
      <div className={style.inner}>
        <Wordmark />
        <p className={style.secure}>
          <LineIcon shape={LOCK} size="1.1em" />
          {t('CHECKOUT.SECURE')}
        </p>
        <Link plain to="feedback" className={style.help}>
          {t('CHECKOUT.HELP')}
        </Link>
      </div>
    </header>
  )
}

const LEGAL = [
  ['imprint', 'SHELL.IMPRINT'],
  ['terms', 'SHELL.TERMS'],
  ['privacy', 'SHELL.PRIVACY'],
  ['withdraw', 'SHELL.WITHDRAW_CONTRACT'],
  ['cancel', 'SHELL.CANCEL_CONTRACT'],
  ['accessibility', 'SHELL.ACCESSIBILITY'],
] as const

/** What the law requires on every page, the language, and who is signed in. */
function CheckoutFooter() {
  const t = useText()
  const { firstname } = useViewer()
  return (
    <footer className={style.footer}>
      <div className={style.inner}>
        <nav aria-label={t('SHELL.FOOTER_LEGAL')}>
          <ul>
            {LEGAL.map(([page, words]) => (
              <li key={page}>
                <Link plain to={page}>
                  {t(words)}
                </Link>
              </li>
            ))}
            <li>
              <button type="button" popoverTarget={COOKIE_SETTINGS}>
                {t('SHELL.COOKIE_SETTINGS')}
              </button>
            </li>
          </ul>
        </nav>
        {firstname !== null && (
          <p>
            {t('CHECKOUT.SIGNED_IN_AS', { name: firstname })}{' '}
            <Link plain to="logout">
              {t('SHELL.LOGOUT')}
            </Link>
          </p>
        )}
        <LanguageSwitch />
      </div>
    </footer>
  )
}

/**
 * Header and footer of the pages on which something is ordered or paid: nothing leads away except home, help and the legal pages.
 */
export const checkoutBars: Bars = { Header: CheckoutHeader, Footer: CheckoutFooter }

/** `handle` of these pages. */
export const checkoutHandle: BarsHandle = { bars: () => checkoutBars }
