import { DAY_MS } from '@kiosk/domain/time'
// Reads future charges from the text of German e-mails.

/**
 * A statement about the charges of the days from `from` to `until` (days since 1970). `amount`: minor units; 0: nothing is
 * charged; null: earlier announcements are void, and there is no new one.
 */
export type Sentence = { from: number; until: number; amount: number | null; words: string }
/** Parts of a pattern: a day and an amount, as German e-mails write them. */
export const DAY = '(?<day>\\d{1,2}\\. \\p{L}+ \\d{4})'
export const MONEY = '(?<money>CHF [\\d.’]+|[\\d.]+,\\d\\d €)'
const EVER = Number.POSITIVE_INFINITY
type Found = { day: number; amount: number }
type Rule = { says: RegExp; means: (found: Found, text: string) => Pick<Sentence, 'from' | 'until' | 'amount'> | null }

const rule = (says: string, means: Rule['means']): Rule => ({
  says: new RegExp(says.replaceAll('DAY', DAY).replaceAll('MONEY', MONEY), 'u'),
  means,
})
const onThatDay: Rule['means'] = ({ day, amount }) => ({ from: day, until: day, amount })
const fromThenOn: Rule['means'] = ({ day, amount }) => ({ from: day, until: EVER, amount })
const nothingFromThenOn: Rule['means'] = ({ day }) => ({ from: day, until: EVER, amount: 0 })
const nothingAnyMore: Rule['means'] = () => ({ from: 0, until: EVER, amount: 0 })
const itIsOpenAgain: Rule['means'] = () => ({ from: 0, until: EVER, amount: null })

/** Patterns of sentences about future charges in German e-mails. */
const RULES: readonly Rule[] = [
  // First, so that a day that is announced in the same e-mail takes precedence.
  rule('Sie haben die Kündigung Ihres Abos .{1,60} zurückgenommen', itIsOpenAgain),
  rule('nächste Zahlung ist am DAY fällig: MONEY', onThatDay),
  rule('am DAY ziehen wir MONEY für', onThatDay),
  rule('Am DAY sind MONEY für .{1,40} fällig', onThatDay),
  rule('kostet ab DAY nur noch MONEY statt', fromThenOn),
  rule('Ab DAY kostet es MONEY statt', fromThenOn),
  rule('für DAY angekündigt haben, gilt nicht. .{1,60} kostet weiter MONEY für', fromThenOn),
  rule('erhöhen den Preis Ihres Abos .{1,40}: ab DAY MONEY statt .{1,20} für je', fromThenOn),
  rule('möchten den Preis Ihres Abos .{1,40} erhöhen: ab DAY auf MONEY statt', (found, text) =>
    text.includes('Stimmen Sie nicht zu, endet') ? nothingFromThenOn(found, text) : null,
  ),
  rule('Ab DAY lesen Sie mit .{1,40} und bezahlen MONEY alle 30 Tage', fromThenOn),
  rule('nächste Zahlung kommt erst am DAY', ({ day }) => ({ from: 0, until: day - 1, amount: 0 })),
  rule('anders als angekündigt (ändert|endet)', itIsOpenAgain),
  rule('die Rückbuchung ist erledigt', itIsOpenAgain),
  rule('gekündigt und endet am DAY. Es folgt keine weitere Zahlung', nothingFromThenOn),
  rule('gekündigt. Es endet am DAY; bis dahin', nothingFromThenOn),
  rule('Vertragsnummer V-\\d+ endet am DAY. Bis dahin', nothingFromThenOn),
  rule('Ihr Vertrag endet am DAY. Bis dahin', nothingFromThenOn),
  rule('endet Ihr Abo am DAY von selbst, ohne weitere Kosten', nothingFromThenOn),
  rule('ist seit DAY beendet. Es wird nichts mehr abgebucht', nothingAnyMore),
  rule('es galt bis DAY. Es wird nichts mehr abgebucht', nothingAnyMore),
  rule('damit beendet, und es wird nichts mehr abgebucht', nothingAnyMore),
  rule('daher am DAY beendet; es wird nichts mehr abgebucht', nothingAnyMore),
  rule('damit seit DAY beendet. Es ist nichts mehr offen', nothingAnyMore),
]

/** Returns the future charges in an e-mail; `text` is on one line. */
export function sentencesIn(text: string): Sentence[] {
  return RULES.flatMap(({ says, means }) => {
    const found = says.exec(text)
    const { day = '', money = '' } = found?.groups ?? {}
    const meant = found && means({ day: day ? dayInWords(day) : 0, amount: amountInWords(money) }, text)
    return meant ? [{ ...meant, words: found[0] }] : []
  })
}

const MONTHS = [
  'Jänner',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
]
/** Converts "3. Jänner 2027" to days since 1970. */
export function dayInWords(words: string): number {
  const [, date, month, year] = /(\d+)\. (\S+) (\d{4})/.exec(words)!
  return Date.UTC(Number(year), MONTHS.indexOf(month!.replace('Januar', 'Jänner')), Number(date)) / DAY_MS
}
/** Converts "1.234,50 €" or "CHF 29.90" to minor units. */
export const amountInWords = (words: string) => Number(words.replace(/\D/g, ''))
