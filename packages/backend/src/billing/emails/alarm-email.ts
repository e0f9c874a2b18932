import { formatMoment } from '@kiosk/domain/date-format'
import type { Language, Locale } from '@kiosk/domain/locale'
import { formatMoneyText } from '@kiosk/domain/money'
import { alarmWord } from '@kiosk/i18n/alarm-words'
import { deskMessages } from '@kiosk/i18n/messages/desk'
import { deskMoneyMessages } from '@kiosk/i18n/messages/desk-money'
import { messagesIn, t, type Values } from '@kiosk/i18n/translate'
import type { AppContext } from '../../context.ts'
import type { ComposedEmail } from '../../emails/email-document.ts'
import { operatorEmail } from '../../emails/operator-email.ts'
import { type AlarmKind, alarmDetails, openAlarms } from '../alarms.ts'
import { subscriptionNumber } from '../subscriptions/subscription-number.ts'

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
  return operatorEmail(ctx, 'operator-alarm', kind, ({ language, locale, say }) => [
    { kind: 'details', rows: alarms.slice(0, LISTED).map((each) => rowOf(each, language, locale)) },
    ...(more > 0 ? [{ kind: 'small', text: say('MORE', { count: more }) } as const] : []),
    { kind: 'button', label: say('BUTTON'), address: `${ctx.publicUrl}/desk/operations/alarms` },
  ])
}

type Alarm = Awaited<ReturnType<typeof openAlarms>>[number]

/** Returns the time and the text of an alarm, with the words of the desk: "paypal charge 4XY: 19,99 €, unbekannte Referenz". */
function rowOf(alarm: Alarm, language: Language, locale: Locale): [string, string] {
  const { kind, subject, raised_at } = alarm
  const { amount, currency, expected, subscription, words } = alarmDetails(alarm)
  const messages = messagesIn(language, [deskMessages, deskMoneyMessages])
  const desk = (key: string, values?: Values) => t(messages, key, values, language)
  const money = (minor: number) => formatMoneyText({ minor, currency: currency ?? 'EUR' }, language)
  const agreed = (sum: string) =>
    expected === null ? sum : desk('DESK.ALARMS.EXPECTED', { amount: sum, expected: money(expected) })
  const about = [
    amount === null ? null : agreed(money(amount)),
    subscription === null ? null : subscriptionNumber(subscription),
    ...words.map((word) => alarmWord({ kind, word }, { say: desk, time: (iso) => formatMoment(locale, iso) })),
  ]
  return [formatMoment(locale, raised_at), [subject, about.filter(Boolean).join(', ')].filter(Boolean).join(': ')]
}
