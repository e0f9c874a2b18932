import { formatMoment } from '@kiosk/domain/date-format'
import type { AppContext } from '../../context.ts'
import type { ComposedEmail } from '../../emails/email-document.ts'
import { operatorEmail } from '../../emails/operator-email.ts'

/** Reports an unusual number of security events of one kind to the operator: counts only, no address or account. */
export async function spikeEmail(
  eventId: number,
  ctx: Pick<AppContext, 'db' | 'operator' | 'publicUrl'>,
): Promise<ComposedEmail | null> {
  const event = await ctx.db
    .selectFrom('security_events')
    .selectAll()
    .where('id', '=', eventId)
    .where('kind', '=', 'storm.detected')
    .executeTakeFirst()
  if (!event) return null
  const details = event.details as Record<string, unknown>
  const kind = String(details.kind)
  return operatorEmail(ctx, 'security-storm', kind, ({ locale, say }) => {
    const numbers = new Intl.NumberFormat(locale)
    const count = (name: string) => numbers.format(Number(details[name] ?? 0))
    return [
      {
        kind: 'details',
        rows: [
          [say('TIME'), formatMoment(locale, event.at)],
          [say('EVENTS'), count('events')],
          [say('NETWORKS'), count('networks')],
          [say('MOST'), count('mostOfOneNetwork')],
          [say('ACCOUNTS'), count('accounts')],
        ],
      },
      { kind: 'small', text: say('LIST') },
      { kind: 'quote', text: `npm run kiosk -- security list --hours 2 --kind ${kind}` },
      { kind: 'small', text: say('AGAIN') },
    ]
  })
}
