import styles from './outline-panel.module.css'
import { Panel } from './panel.tsx'
import { useReading } from './reader-context.ts'

type Given = {
  page: number
  modal: boolean
  onClose: () => void
  onPage: (page: number) => void
  onArticle: (id: string) => void
}

/** Table of contents and articles of the issue. */
export function OutlinePanel({ page, modal, onClose, onPage, onArticle }: Given) {
  const { contents, t } = useReading()
  const { outline, articles } = contents
  const here = outline.findLast((entry) => entry.page <= page)
  return (
    <Panel label={t('READER.OUTLINE')} kind="side" modal={modal} onClose={onClose}>
      {!outline.length && !articles.length && <p className={styles.none}>{t('READER.OUTLINE_NONE')}</p>}
      {outline.length > 0 && (
        <section>
          <h3 className={styles.heading}>{t('READER.SECTIONS')}</h3>
          <ol className={styles.entries}>
            {outline.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries of an issue never change places
              <li key={index} data-level={Math.min(3, Math.max(1, entry.level))}>
                <button
                  type="button"
                  aria-current={entry === here ? 'location' : undefined}
                  data-focus={entry === (here ?? outline[0]) ? '' : undefined}
                  onClick={() => {
                    onPage(entry.page)
                    if (modal) onClose()
                  }}
                >
                  <span lang={contents.language}>{entry.headline}</span>
                  <PageNumber page={entry.page} />
                </button>
              </li>
            ))}
          </ol>
        </section>
      )}
      {articles.length > 0 && (
        <section>
          <h3 className={styles.heading}>{t('READER.ARTICLES')}</h3>
          <ol className={styles.entries} data-articles="">
            {articles.map((article) => (
              <li key={article.id}>
                <button
                  type="button"
                  onClick={() => {
                    onClose()
                    onArticle(article.id)
                  }}
                >
                  <span lang={contents.language}>
                    {article.headline}
                    {article.byline && <small>{article.byline}</small>}
                  </span>
                  <PageNumber page={article.firstPage} />
                </button>
              </li>
            ))}
          </ol>
        </section>
      )}
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
