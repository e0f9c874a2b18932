import { Icon, type IconName } from '@kiosk/ui/icon'
import { isValue, useLook } from './slots.tsx'
import style from './theme-switch.module.css'
import { useText } from './use-text.ts'
import { useViewer } from './viewer.ts'

const themes = [
  { theme: 'light', icon: 'sun', words: 'SHELL.THEME_LIGHT' },
  { theme: 'dark', icon: 'moon', words: 'SHELL.THEME_DARK' },
  { theme: 'system', icon: 'monitor', words: 'SHELL.THEME_SYSTEM' },
] as const satisfies readonly { theme: string; icon: IconName; words: string }[]

/** Light, dark or system theme: a form, so that it works without JavaScript. */
export function ThemeSwitch() {
  const t = useText()
  const { path } = useViewer()
  const look = useLook()
  return (
    <form method="post" action="/preferences" className={style.switch}>
      <fieldset>
        <legend>{t('SHELL.THEME')}</legend>
        <input type="hidden" name="back" value={path} />
        {themes.map((each) => (
          <button
            key={each.theme}
            type="submit"
            name="theme"
            value={each.theme}
            aria-pressed={isValue(look.theme, each.theme)}
            aria-label={t(each.words)}
            title={t(each.words)}
            suppressHydrationWarning
          >
            <Icon name={each.icon} />
          </button>
        ))}
      </fieldset>
    </form>
  )
}
