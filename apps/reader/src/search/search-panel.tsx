import { LONGEST_TERM_CHARACTERS } from '@kiosk/domain/catalogue/limits'
import { useRef } from 'react'
import { Icon } from '../shell/icon.tsx'
import { Panel } from '../shell/panel.tsx'
import { useReading } from '../shell/reader-context.ts'
import styles from './search-panel.module.css'
import { snippetParts } from './snippet.ts'
import type { IssueSearch } from './use-search.ts'

type Options = { search: IssueSearch; modal: boolean; onClose: () => void }

/** The search field and the pages that match. */
export function SearchPanel({ search, modal, onClose }: Options) {
  const { t, contents } = useReading()
  const field = useRef<HTMLInputElement>(null)
  const { state, hits, marks, words, corrected } = search
  return (
    <Panel label={t('READER.SEARCH')} kind="side" modal={modal} onClose={onClose}>
      <search>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            search.start(field.current?.value ?? '')
          }}
        >
          <input
            ref={field}
            type="search"
            name="q"
            maxLength={LONGEST_TERM_CHARACTERS}
            defaultValue={words}
            aria-label={t('READER.SEARCH_WORDS')}
            placeholder={t('READER.SEARCH_WORDS')}
            autoComplete="off"
            enterKeyHint="search"
            data-focus=""
          />
          <button type="submit" className="tool" aria-label={t('READER.SEARCH_GO')}>
            <Icon name="search" />
          </button>
        </form>
      </search>
      <p className={styles.state} role="status">
        {state === 'idle' && (contents.textLayer === 'full' ? t('READER.SEARCH_HINT') : scanWords(contents.textLayer, t))}
        {state === 'searching' && t('READER.SEARCHING')}
        {state === 'failed' && t('READER.SEARCH_FAILED')}
        {state === 'found' && !marks.length && t('READER.SEARCH_NONE', { words })}
        {state === 'found' && corrected !== null && `${t('READER.SEARCH_CORRECTED', { words, corrected })} `}
        {state === 'found' && marks.length > 0 && <span className="unseen">{t('READER.HITS', { count: marks.length })}</span>}
      </p>
      {marks.length > 0 && (
        <div className={styles.steps}>
          <HitSteps search={search} />
        </div>
      )}
      <ol className={styles.hits}>
        {hits.map((hit) => (
          <li key={hit.page}>
            <button
              type="button"
              aria-current={search.mark?.page === hit.page || undefined}
              onClick={() => {
                search.choose(hit.page)
                if (modal) onClose()
              }}
            >
              <span className={styles.page}>
                {t('READER.PAGE', { page: hit.page })}
                {hit.boxes.length > 1 && ` · ${t('READER.HITS', { count: hit.boxes.length })}`}
              </span>
              <span lang={contents.language}>
                {snippetParts(hit.snippet).map((part, index) =>
                  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a snippet never change places
                  part.hit ? <mark key={index}>{part.text}</mark> : <span key={index}>{part.text}</span>,
                )}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

const scanWords = (layer: 'partial' | 'none', t: (key: string) => string) =>
  t(layer === 'none' ? 'READER.SCAN' : 'READER.SCAN_PARTLY')

/** Steps through the hits. */
export function HitSteps({ search }: { search: IssueSearch }) {
  const { t } = useReading()
  return (
    <>
      <button type="button" className="tool" onClick={() => search.step(-1)} aria-label={t('READER.PREVIOUS_HIT')}>
        <Icon name="previous" />
      </button>
      <output className={styles.currentHit} aria-live="polite">
        {search.at === null
          ? t('READER.HITS', { count: search.marks.length })
          : t('READER.HIT_OF', { at: search.at + 1, count: search.marks.length })}
      </output>
      <button type="button" className="tool" onClick={() => search.step(1)} aria-label={t('READER.NEXT_HIT')}>
        <Icon name="next" />
      </button>
    </>
  )
}
