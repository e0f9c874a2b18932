import { DEFAULT_LANGUAGE, type Language } from '@kiosk/domain/locale'
import type { House } from '../../house.ts'
import { type AlarmKind, openAlarms } from '../../payments/alarms.ts'
import { letterPaper } from './letter-paper.ts'
import { timeIn } from './new-device-letter.ts'
import { securityMailbox } from './storm-letter.ts'
import type { Written } from './write-letter.ts'

/** So many alarms are listed one by one. */
const LISTED = 20

/** To the operator: the open alarms of a kind; null where all were settled before it was written. */
export async function operatorAlarmEmail(kind: AlarmKind, house: House): Promise<Written | null> {
  const alarms = await openAlarms(house.db, kind)
  if (alarms.length === 0) return null
  const paper = letterPaper(house, DEFAULT_LANGUAGE)
  const { language } = paper
  const say: typeof paper.say = (key, values) => paper.say(`operator-alarm.${key}`, values)
  const what = say(kind)
  const more = alarms.length - LISTED
  return {
    to: securityMailbox(house.operator),
    paper,
    letter: {
      language,
      subject: say('SUBJECT', { what }),
      title: what.charAt(0).toLocaleUpperCase(language) + what.slice(1),
      blocks: [
        { kind: 'paragraph', text: say(`${kind}.BODY`) },
        { kind: 'facts', rows: alarms.slice(0, LISTED).map((each) => rowOf(language, each)) },
        ...(more > 0 ? [{ kind: 'small', text: say('MORE', { count: more }) } as const] : []),
      ],
      reason: say('REASON'),
      links: [],
    },
  }
}

type Alarm = Awaited<ReturnType<typeof openAlarms>>[number]

/** When, and what: "paypal charge 4XY: 19.99 EUR, unknown". */
function rowOf(language: Language, { subject, raised_at, details }: Alarm): [string, string] {
  const { amount, currency, id: _, ...others } = details as Record<string, string | number | null>
  const money = typeof amount === 'number' ? [`${(amount / 100).toFixed(2)} ${currency ?? ''}`.trim()] : []
  const words = Object.values(others).flatMap((each) => (each === null || each === '' ? [] : String(each)))
  return [timeIn(language, raised_at), [subject, [...money, ...words].join(', ')].filter(Boolean).join(': ')]
}
