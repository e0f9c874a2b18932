import { addressOf } from '@kiosk/domain/addresses'
import { BottomBar } from '@kiosk/ui/bottom-bar'
import { Icon } from '@kiosk/ui/icon'
import { Link } from './link.tsx'
import { useText } from './use-text.ts'
import { pays, useViewer } from './viewer.ts'

/** Menu at the bottom of phone screens: Home, Magazines, My shelf if signed in, Premium unless subscribed, Login or Profile. */
export function BottomMenu() {
  const t = useText()
  const { firstname, path, state, webapp } = useViewer()
  return (
    <BottomBar label={t('SHELL.BOTTOM_MENU')}>
      <li>
        <Link to="home">
          <Icon name="house" />
          {t('SHELL.HOME')}
        </Link>
      </li>
      <li>
        <Link to="catalogue">
          <Icon name="newspaper" />
          {t('SHELL.MAGAZINES')}
        </Link>
      </li>
      {firstname !== null && (
        <li>
          <a href={webapp}>
            <Icon name="library" />
            {t('SHELL.MY_SHELF')}
          </a>
        </li>
      )}
      {!pays(state) && (
        <li>
          <Link to="subscriptions">
            <Icon name="gem" />
            {t('SHELL.PREMIUM')}
          </Link>
        </li>
      )}
      <li>
        {firstname === null ? (
          <a href={addressOf('login', path === '/' ? {} : { redirect: path })}>
            <Icon name="user" />
            {t('SHELL.LOGIN')}
          </a>
        ) : (
          <Link to="account">
            <Icon name="user" />
            {t('SHELL.PROFILE')}
          </Link>
        )}
      </li>
    </BottomBar>
  )
}
