import { formatMoment } from '@kiosk/domain/date-format'
import type { Locale } from '@kiosk/domain/locale'
import type { AppContext } from '../../context.ts'
import type { ComposedEmail } from '../../emails/email-document.ts'
import { operatorEmail } from '../../emails/operator-email.ts'
import { type AlarmKind, alarmDetails, openAlarms } from '../alarms.ts'

/** Maximum number of alarms listed one by one. */
const LISTED = 20

/** Writes the e-mail to the operator with the open alarms of a kind; null if all were cleared before. */
export async function operatorAlarmEmail(
  kind: AlarmKind,
  ctx: Pick<AppContext, 'db' | 'operator' | 'publicUrl'>,
): Promise<ComposedEmail | null> {
  const alarms = await openAlarms(ctx.db, kind)
  if (alarms.length === 0) return null
  const more = alarms.length - LISTED
  return operatorEmail(ctx, 'operator-alarm', kind, ({ locale, say }) => [
    { kind: 'details', rows: alarms.slice(0, LISTED).map((each) => rowOf(locale, each)) },
    ...(more > 0 ? [{ kind: 'small', text: say('MORE', { count: more }) } as const] : []),
    { kind: 'button', label: say('BUTTON'), address: `${ctx.publicUrl}/desk/operations/alarms` },
  ])
}

type Alarm = Awaited<ReturnType<typeof openAlarms>>[number]

/** Returns the time and the text of an alarm: "paypal charge 4XY: 19.99 EUR, unknown". */
function rowOf(locale: Locale, alarm: Alarm): [string, string] {
  const { subject, raised_at } = alarm
  const { amount, currency, words } = alarmDetails(alarm)
  const money = amount === null ? [] : [`${(amount / 100).toFixed(2)} ${currency ?? ''}`.trim()]
  return [formatMoment(locale, raised_at), [subject, [...money, ...words].join(', ')].filter(Boolean).join(': ')]
}
