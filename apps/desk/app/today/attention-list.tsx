import type { Attention } from '@kiosk/domain/staff/today-endpoints'
import { Link } from 'react-router'
import { useNumber } from '../shell/use-format.ts'
import { useText, useTime } from '../shell/use-text.tsx'
import { useTextOr } from '../shell/use-text-or.ts'
import style from './today.module.css'

type Props = {
  attention: readonly Attention[]
  /** The pages that show more and that this person may open, by kind or, of an alarm, by `alarms.` and its kind. */
  pages: Readonly<Record<string, string>>
}

/** Message prefixes for examples that are codes, not names. */
const CODES: Partial<Record<Attention['kind'], string>> = {
  settings: 'DESK.MISSING',
  alarms: 'DESK.ALARM',
  jobs: 'DESK.JOB',
}

/** What waits for a person, with the way to it. */
export function AttentionList({ attention, pages }: Props) {
  const t = useText()
  const textOr = useTextOr()
  const time = useTime()
  const number = useNumber()
  return (
    <ul className={style.attention}>
      {attention.map(({ kind, count, since, examples }) => (
        <li key={kind}>
          <strong className="number">{number(count)}</strong>
          <div>
            {t(`DESK.TODAY.${kind}`, { count })}
            {since && <small>{t('DESK.TODAY.SINCE', { time: time(since) })}</small>}
            {CODES[kind]
              ? examples.map((code) => (
                  <small key={code}>
                    {textOr(`${CODES[kind]}.${code}`, code)} <More to={pages[`${kind}.${code}`]} />
                  </small>
                ))
              : examples.length > 0 && <small>{examples.join(', ')}</small>}
            {kind === 'settings' && <small>{t('DESK.MISSING.ABOUT')}</small>}
            <small>
              <More to={pages[kind]} />
            </small>
          </div>
        </li>
      ))}
    </ul>
  )
}

function More({ to }: { to: string | undefined }) {
  const t = useText()
  return to && <Link to={to}>{t('DESK.TODAY.SHOW')}</Link>
}
