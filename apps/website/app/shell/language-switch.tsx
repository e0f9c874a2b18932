import { languages } from '@kiosk/domain/locale'
import style from './theme-switch.module.css'
import { useText } from './use-text.ts'
import { useViewer } from './viewer.ts'

export const languageNames = { de: 'Deutsch', en: 'English', fr: 'Français' } as const

/** Two-letter language links for the menu, because the footer is far away below an infinite list. */
export function LanguageSwitch() {
  const t = useText()
  const { language, path } = useViewer()
  return (
    <form method="post" action="/preferences" className={style.switch}>
      <fieldset>
        <legend>{t('SHELL.LANGUAGE')}</legend>
        <input type="hidden" name="back" value={path} />
        {languages.map((each) => (
          <button
            key={each}
            type="submit"
            name="language"
            value={each}
            lang={each}
            aria-label={`${each.toUpperCase()} ${languageNames[each]}`}
            title={languageNames[each]}
            aria-pressed={language === each}
          >
            {each.toUpperCase()}
          </button>
        ))}
      </fieldset>
    </form>
  )
}
