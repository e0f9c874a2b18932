import { languages } from '@kiosk/domain/locale'
import style from './theme-switch.module.css'
import { useText } from './use-text.ts'
import { useVisitor } from './visitor.ts'

export const languageNames = { de: 'Deutsch', en: 'English', fr: 'Français' } as const

/** The languages in two letters each, for the menu: the footer of an endless shelf is far away. */
export function LanguageSwitch() {
  const t = useText()
  const { language, path } = useVisitor()
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
