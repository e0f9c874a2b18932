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
  [['x'], 'TEXT'],
  [['l'], 'LOOK_UP'],
  [['Esc'], 'ESCAPE'],
  [['?'], 'HELP'],
] as const
/** Keys of an article; `text-frame.tsx` does what they say. */
const keysOfArticle = [
  [['+', '−', '0'], 'READER.KEY.ARTICLE_SIZE'],
  [['n', 'Shift n'], 'READER.KEY.ARTICLE_TURN'],
  [['l'], 'READER.KEY.LOOK_UP'],
  [['p'], 'LISTEN.KEY.PLAY'],
  [[',', '.'], 'LISTEN.KEY.SENTENCE'],
  [['Esc'], 'READER.KEY.ARTICLE_BACK'],
] as const
const gestures = ['SWIPE', 'ZOOM', 'ARTICLE', 'TOOLS', 'TEXT', 'LOOK_UP'] as const

export function HelpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useReading()
  return (
    <Panel label={t('READER.HELP')} kind="help" modal onClose={onClose}>
      <div className={styles.help}>
        <section>
          <h3>{t('READER.HELP_KEYBOARD')}</h3>
          <Keys keys={keys.map(([names, meaning]) => [names, t(`READER.KEY.${meaning}`)])} />
        </section>
        <section>
          <h3>{t('READER.HELP_ARTICLE')}</h3>
          <Keys keys={keysOfArticle.map(([names, words]) => [names, t(words)])} />
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

function Keys({ keys }: { keys: readonly (readonly [names: readonly string[], meaning: string])[] }) {
  return (
    <dl>
      {keys.map(([names, meaning]) => (
        <div key={meaning}>
          <dt>
            {names.map((name) => (
              <kbd key={name}>{name}</kbd>
            ))}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
