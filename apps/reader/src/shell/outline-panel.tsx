import { useDeferredValue, useMemo } from 'react'
import { Icon } from './icon.tsx'
import styles from './outline-panel.module.css'
import { outlineWithArticles } from './outline-with-articles.ts'
import { Panel } from './panel.tsx'
import { useReading } from './reader-context.ts'

type Options = {
  page: number
  modal: boolean
  onClose: () => void
  onPage: (page: number) => void
  onArticle: (id: string) => void
}

/** The minimum height of an entry (`--target`), and the maximum height of a panel over the pages (`panel.module.css`). */
const ENTRY_HEIGHT_REM = 2.75
const SHEET_HEIGHT_REM = 34
const REM_PIXELS = 16

/** Returns the maximum number of entries that a panel shows. */
const mostInSight = (modal: boolean) => Math.ceil((modal ? SHEET_HEIGHT_REM : innerHeight / REM_PIXELS) / ENTRY_HEIGHT_REM)

/** The table of contents. Each entry links to its page and, if it is an article, to its text. */
export function OutlinePanel({ page, modal, onClose, onPage, onArticle }: Options) {
  const { contents, t } = useReading()
  const entries = useMemo(() => outlineWithArticles(contents), [contents])
  const at = entries.findLastIndex((entry) => entry.page <= page)
  const here = entries[at]
  // The panel opens with what is in sight, at its top or from the current entry on. The rest follows once that is painted.
  const rendered = useDeferredValue(entries.length, Math.max(0, at) + mostInSight(modal))
  return (
    <Panel label={t('READER.OUTLINE')} kind="side" modal={modal} onClose={onClose}>
      {!entries.length && <p className={styles.none}>{t('READER.OUTLINE_NONE')}</p>}
      <ol className={styles.entries}>
        {entries.slice(0, rendered).map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries of an issue never change places
          <li key={index} data-level={entry.level} data-text={entry.article ? '' : undefined}>
            <button
              type="button"
              className={styles.entry}
              aria-current={entry === here ? 'location' : undefined}
              data-focus={entry === (here ?? entries[0]) ? '' : undefined}
              onClick={() => {
                onPage(entry.page)
                if (modal) onClose()
              }}
            >
              <span lang={contents.language}>
                {entry.headline}
                {entry.article?.byline && <small>{entry.article.byline}</small>}
              </span>
              <PageNumber page={entry.page} />
            </button>
            {entry.article && (
              <button
                type="button"
                className={`tool ${styles.asText}`}
                aria-label={t('READER.READ_ARTICLE', { headline: entry.headline })}
                title={t('READER.ARTICLE')}
                onClick={() => {
                  onClose()
                  onArticle(entry.article!.id)
                }}
              >
                <Icon name="article" />
              </button>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function PageNumber({ page }: { page: number }) {
  const { t } = useReading()
  return (
    <span className={styles.number}>
      <span className="unseen">{t('READER.PAGE', { page })}</span>
      <span aria-hidden="true">{page}</span>
    </span>
  )
}
