import type { Attention } from '@kiosk/domain/staff/today-endpoints'
import { Link } from 'react-router'
import { useNumber } from '../shell/use-format.ts'
import { useText, useTime } from '../shell/use-text.tsx'
import style from './today.module.css'

type Props = {
  attention: readonly Attention[]
  /** The pages that show more and that this person may open, by kind or, of an alarm, by `alarms.` and its kind. */
  pages: Readonly<Record<string, string>>
}

/** The command that shows more where the desk has no page for it. */
const COMMANDS: Record<string, string> = {
  jobs: 'kiosk jobs',
  imports: 'kiosk import',
  'alarms.weak-evidence': 'kiosk invoices evidence',
}

/** What waits for a person, with the way to it. */
export function AttentionList({ attention, pages }: Props) {
  const t = useText()
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
            {kind === 'alarms'
              ? examples.map((alarm) => <Alarm key={alarm} alarm={alarm} page={pages[`alarms.${alarm}`]} />)
              : examples.length > 0 && <small>{examples.join(', ')}</small>}
            {pages[kind] && (
              <small>
                <Link to={pages[kind]}>{t('DESK.TODAY.SHOW')}</Link>
              </small>
            )}
            {COMMANDS[kind] && (
              <small>
                <code>{COMMANDS[kind]}</code>
              </small>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** What an alarm is about. */
function Alarm({ alarm, page }: { alarm: string; page: string | undefined }) {
  const t = useText()
  const command = COMMANDS[`alarms.${alarm}`]
  return (
    <small>
      {t(`DESK.ALARM.${alarm}`)} {page && <Link to={page}>{t('DESK.TODAY.SHOW')}</Link>}
      {command && <code>{command}</code>}
    </small>
  )
}
