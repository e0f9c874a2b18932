import styles from './help-dialog.module.css'
import { Panel } from './panel.tsx'
import { useReading } from './reader-context.ts'

/**
 * Keyboard shortcuts of the reader, implemented in `use-keyboard.ts`. Keys with a localised name are given by their message
 * key.
 */
const keys = [
  [['←', '→'], 'TURN'],
  [['PAGE_UP', 'PAGE_DOWN'], 'SCREEN'],
  [['HOME', 'END'], 'ENDS'],
  [['+', '−', '0'], 'ZOOM'],
  [['w'], 'WIDTH'],
  [['f'], 'FULLSCREEN'],
  [['t'], 'THUMBNAILS'],
  [['o'], 'OUTLINE'],
  [['s', '/'], 'SEARCH'],
  [['n', 'SHIFT_N'], 'HITS'],
  [['a'], 'ARTICLE'],
  [['x'], 'TEXT'],
  [['l'], 'LOOK_UP'],
  [['ESC'], 'ESCAPE'],
  [['?'], 'HELP'],
] as const
/** Keyboard shortcuts of an article, implemented in `text-frame.tsx`. */
const keysOfArticle = [
  [['+', '−', '0'], 'READER.KEY.ARTICLE_SIZE'],
  [['n', 'SHIFT_N'], 'READER.KEY.ARTICLE_TURN'],
  [['l'], 'READER.KEY.LOOK_UP'],
  [['p'], 'LISTEN.KEY.PLAY'],
  [[',', '.'], 'LISTEN.KEY.SENTENCE'],
  [['ESC'], 'READER.KEY.ARTICLE_BACK'],
] as const
const gestures = ['SWIPE', 'ZOOM', 'ARTICLE', 'TOOLS', 'TEXT', 'LOOK_UP'] as const

export function HelpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useReading()
  const touch = matchMedia('(pointer: coarse)').matches
  const gesturesHere = (
    <section>
      <h3>{t('READER.HELP_TOUCH')}</h3>
      <ul>
        {gestures.map((gesture) => (
          <li key={gesture}>{t(`READER.TOUCH.${gesture}`)}</li>
        ))}
      </ul>
    </section>
  )
  return (
    <Panel label={t('READER.HELP')} kind="help" modal onClose={onClose}>
      <div className={styles.help}>
        {touch && gesturesHere}
        <section>
          <h3>{t('READER.HELP_KEYBOARD')}</h3>
          <Keys keys={keys.map(([names, meaning]) => [names, t(`READER.KEY.${meaning}`)])} />
        </section>
        <section>
          <h3>{t('READER.HELP_ARTICLE')}</h3>
          <Keys keys={keysOfArticle.map(([names, words]) => [names, t(words)])} />
        </section>
        {!touch && gesturesHere}
      </div>
    </Panel>
  )
}

function Keys({ keys }: { keys: readonly (readonly [names: readonly string[], meaning: string])[] }) {
  const { t } = useReading()
  return (
    <dl>
      {keys.map(([names, meaning]) => (
        <div key={meaning}>
          <dt>
            {names.map((name) => (
              <kbd key={name}>{/^[A-Z_]{2,}$/.test(name) ? t(`READER.KEY_NAME.${name}`) : name}</kbd>
            ))}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
