import { useText } from '../shell/use-text.ts'
import style from './issue-contents.module.css'
import type { ContentsLine } from './issue-view.ts'

/** Number of lines that are visible at first. */
const OPEN_LINES = 7

/** Table of contents; every line opens the reader at its page. */
export function IssueContents({ lines, language }: { lines: readonly ContentsLine[]; language: string }) {
  const t = useText()
  if (lines.length === 0) return null
  const folded = lines.length > OPEN_LINES + 2 ? lines.slice(OPEN_LINES) : []
  const list = (part: readonly ContentsLine[]) => (
    <ol className={style.lines}>
      {part.map(({ headline, page, href }) => (
        <li key={href + headline}>
          <a className={style.line} href={href}>
            <span lang={language}>{headline}</span>
            <span className={style.page}>{t('ISSUE.PAGE', { page })}</span>
          </a>
        </li>
      ))}
    </ol>
  )
  return (
    <section aria-labelledby="contents">
      <h2 id="contents" className={style.heading}>
        {t('ISSUE.CONTENTS')}
      </h2>
      {list(lines.slice(0, lines.length - folded.length))}
      {folded.length > 0 && (
        <details>
          <summary className={style.more}>{t('ISSUE.CONTENTS_ALL')}</summary>
          {list(folded)}
        </details>
      )}
    </section>
  )
}
