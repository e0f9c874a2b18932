import { useEffect, useState } from 'react'
import { Icon } from './icon.tsx'
import styles from './notice.module.css'
import { Notice } from './notice.tsx'
import { useReading } from './reader-context.ts'

/** Time after which a screen reader announces the hint: later than the title of the page. */
const ANNOUNCED_AFTER_MS = 1500

type Options = { over: 'list' | 'pages'; onHeight: (height: number) => void; onClose: () => void }

/** Names the tools to a reader who opens an issue for the first time in this browser. */
export function ToolsHint({ over, onHeight, onClose }: Options) {
  const { contents, account, t } = useReading()
  const [announced, setAnnounced] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(true), ANNOUNCED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const tools = [
    { icon: 'outline', words: t('READER.HINT_CONTENTS') } as const,
    ...(contents.textLayer === 'none' ? [] : [{ icon: 'article', words: t('READER.HINT_TEXT') } as const]),
    ...(account ? [{ icon: 'bookmark', words: t('READER.HINT_BOOKMARK') } as const] : []),
  ]
  const hidden = over === 'pages' && matchMedia('(pointer: coarse)').matches
  return (
    <>
      <Notice label={t('READER.HINT')} name="hint" over={over} onHeight={onHeight} onClose={onClose}>
        <div className={styles.tools}>
          <strong>{t('READER.HINT')}</strong>
          <ul>
            {tools.map(({ icon, words }) => (
              <li key={icon}>
                <Icon name={icon} />
                {words}
              </li>
            ))}
          </ul>
        </div>
        {hidden && <p className={styles.muted}>{t('READER.HINT_TAP')}</p>}
      </Notice>
      <p className="unseen" role="status">
        {announced && `${t('READER.HINT')}. ${tools.map(({ words }) => words).join(', ')}`}
      </p>
    </>
  )
}
