import { dateLocales } from '@kiosk/domain/locale'
import type { House } from '../../house.ts'
import { exitNumber } from '../../payments/exit-number.ts'
import { letterPaper } from './letter-paper.ts'
import type { Written } from './write-letter.ts'

/** The receipt of a cancellation or a withdrawal: its content, when it arrived, and what comes of it. */
export async function exitReceipt(declarationId: number, house: House): Promise<Written | null> {
  const declared = await house.db
    .selectFrom('exit_declarations as e')
    .leftJoin('subscriptions as s', 's.id', 'e.subscription')
    .selectAll('e')
    .select(['s.ends_at', 's.next_charge_at'])
    .where('e.id', '=', declarationId)
    .executeTakeFirst()
  if (!declared || declared.email === '') return null
  const paper = letterPaper(house, declared.language)
  const { say, language } = paper
  const { mail } = house.operator.company
  const { kind, manner, name, email, contract, reason, received_at, outcome } = declared
  const long = new Intl.DateTimeFormat(dateLocales[language], { dateStyle: 'long', timeZone: 'Europe/Vienna' })
  const exact = new Intl.DateTimeFormat(dateLocales[language], {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'Europe/Vienna',
  })
  const words = (key: string, values = {}) => say(`exit-receipt.${key}`, values)
  const kindWords = words(kind === 'cancel' && manner === 'extraordinary' ? 'cancel_extraordinary' : kind)
  const effect =
    outcome === 'applied'
      ? words(`${kind}_applied`, { day: long.format(declared.effective_at ?? received_at) })
      : words(outcome === 'unknown' ? 'unknown' : 'by-hand', { mail })
  const ends =
    outcome !== 'applied' && declared.effective_at ? words('cancel_applied', { day: long.format(declared.effective_at) }) : null
  return {
    to: email,
    paper,
    letter: {
      language,
      subject: words(`${kind}_SUBJECT`, { at: long.format(received_at) }),
      title: words(`${kind}_TITLE`),
      blocks: [
        { kind: 'greeting', text: say('GREETING_NAMELESS') },
        { kind: 'paragraph', text: words(`${kind}_BODY`, { at: exact.format(received_at), number: exitNumber(declared) }) },
        {
          kind: 'facts',
          rows: [
            [words('FACT_KIND'), kindWords],
            [words('FACT_NAME'), name],
            [words('FACT_EMAIL'), email],
            [words('FACT_CONTRACT'), contract],
            [words('FACT_REASON'), reason],
            [words('FACT_WISHED'), declared.wished_end ? long.format(new Date(declared.wished_end)) : ''],
            [words('FACT_AT'), exact.format(received_at)],
          ],
        },
        ...(ends ? ([{ kind: 'paragraph', text: ends }] as const) : []),
        { kind: 'paragraph', text: effect },
        { kind: 'small', text: words('NOT_YOU', { mail }) },
      ],
      reason: words('REASON'),
      links: [],
    },
  }
}
