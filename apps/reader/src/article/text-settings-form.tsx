import { Choice } from '../shell/choice.tsx'
import { useReading } from '../shell/reader-context.ts'
import { articleThemes, type Preferences, textFonts, textSizes, textWidths } from '../shell/storage.ts'
import styles from './text-frame.module.css'

/** Font sizes of the letters on the buttons for text sizes. */
const SAMPLES = { small: '0.9rem', medium: '1.1rem', large: '1.3rem', larger: '1.55rem', largest: '1.85rem' } as const

type Options = { preferences: Preferences; onChange: (some: Partial<Preferences>) => void; onDone: () => void }

/** The settings of the text: easy reading, size, font, width and colours. */
export function TextSettingsForm({ preferences, onChange, onDone }: Options) {
  const { t } = useReading()
  const { textSize, textFont, textWidth, articleTheme, easy } = preferences
  return (
    <section className={styles.settings} aria-label={t('READER.TEXT_SETTINGS')}>
      <label className={styles.easy}>
        <input type="checkbox" role="switch" aria-checked={easy} checked={easy} onChange={() => onChange({ easy: !easy })} />
        <span>
          {t('READER.EASY')}
          <small>{t('READER.EASY_TEXT')}</small>
        </span>
      </label>
      <Choice
        name="size"
        legend={t('READER.TEXT_SIZE')}
        words="READER.TEXT_SIZE"
        options={textSizes}
        chosen={textSize}
        onChoose={(textSize) => onChange({ textSize })}
        sample={(size) => ({ fontFamily: 'var(--text-face)', fontSize: SAMPLES[size] })}
      />
      <Choice
        name="font"
        legend={t('READER.TEXT_FONT')}
        words="READER.TEXT_FONT"
        options={textFonts}
        chosen={textFont}
        onChoose={(textFont) => onChange({ textFont })}
      />
      <Choice
        name="width"
        legend={t('READER.TEXT_WIDTH')}
        words="READER.TEXT_WIDTH"
        options={textWidths}
        chosen={textWidth}
        onChoose={(textWidth) => onChange({ textWidth })}
      />
      <Choice
        name="theme"
        legend={t('READER.TEXT_THEME')}
        words="READER.TEXT_THEME"
        options={articleThemes}
        chosen={articleTheme}
        onChoose={(articleTheme) => onChange({ articleTheme })}
      />
      <button type="button" className={styles.done} onClick={onDone}>
        {t('READER.TEXT_SETTINGS_DONE')}
      </button>
    </section>
  )
}
