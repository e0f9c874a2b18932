import styles from './help-dialog.module.css'
import { Panel } from './panel.tsx'
import { useReading } from './reader-context.ts'

/** Every key of the reader and what it does; `use-keyboard.ts` does it. */
const keys = [
  [['←', '→'], 'TURN'],
  [['Page ↑', 'Page ↓'], 'SCREEN'],
  [['Home', 'End'], 'ENDS'],
  [['+', '−', '0'], 'ZOOM'],
  [['w'], 'WIDTH'],
  [['f'], 'FULLSCREEN'],
  [['t'], 'THUMBNAILS'],
  [['o'], 'OUTLINE'],
  [['s', '/'], 'SEARCH'],
  [['n', 'Shift n'], 'HITS'],
  [['a'], 'ARTICLE'],
  [['Esc'], 'ESCAPE'],
  [['?'], 'HELP'],
] as const
const gestures = ['SWIPE', 'ZOOM', 'ARTICLE', 'TOOLS', 'TEXT'] as const

export function HelpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useReading()
  return (
    <Panel label={t('READER.HELP')} kind="help" modal onClose={onClose}>
      <div className={styles.help}>
        <section>
          <h3>{t('READER.HELP_KEYBOARD')}</h3>
          <dl>
            {keys.map(([names, meaning]) => (
              <div key={meaning}>
                <dt>
                  {names.map((name) => (
                    <kbd key={name}>{name}</kbd>
                  ))}
                </dt>
                <dd>{t(`READER.KEY.${meaning}`)}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section>
          <h3>{t('READER.HELP_TOUCH')}</h3>
          <ul>
            {gestures.map((gesture) => (
              <li key={gesture}>{t(`READER.TOUCH.${gesture}`)}</li>
            ))}
          </ul>
        </section>
      </div>
    </Panel>
  )
}
