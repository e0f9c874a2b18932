import type { Language } from '@kiosk/domain/locale'
import type { House } from '../../house.ts'
import { type AlarmKind, openAlarms } from '../../payments/alarms.ts'
import { timeIn } from './new-device-letter.ts'
import { operatorEmail } from './operator-email.ts'
import type { Written } from './write-letter.ts'

/** So many alarms are listed one by one. */
const LISTED = 20

/** To the operator: the open alarms of a kind; null where all were settled before it was written. */
export async function operatorAlarmEmail(kind: AlarmKind, house: House): Promise<Written | null> {
  const alarms = await openAlarms(house.db, kind)
  if (alarms.length === 0) return null
  const more = alarms.length - LISTED
  return operatorEmail(house, 'operator-alarm', kind, ({ language, say }) => [
    { kind: 'facts', rows: alarms.slice(0, LISTED).map((each) => rowOf(language, each)) },
    ...(more > 0 ? [{ kind: 'small', text: say('MORE', { count: more }) } as const] : []),
  ])
}

type Alarm = Awaited<ReturnType<typeof openAlarms>>[number]

/** When, and what: "paypal charge 4XY: 19.99 EUR, unknown". */
function rowOf(language: Language, { subject, raised_at, details }: Alarm): [string, string] {
  const { amount, currency, id: _, ...others } = details as Record<string, string | number | null>
  const money = typeof amount === 'number' ? [`${(amount / 100).toFixed(2)} ${currency ?? ''}`.trim()] : []
  const words = Object.values(others).flatMap((each) => (each === null || each === '' ? [] : String(each)))
  return [timeIn(language, raised_at), [subject, [...money, ...words].join(', ')].filter(Boolean).join(': ')]
}
