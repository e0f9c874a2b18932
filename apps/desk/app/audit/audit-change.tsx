import type { AuditEntry } from '@kiosk/domain/staff/audit-endpoints'
import { useDay, useHundredths, useMoney, useNumber, usePercent } from '../shell/use-format.ts'
import { useText, useTime } from '../shell/use-text.tsx'
import { useTextOr } from '../shell/use-text-or.ts'
import style from './audit.module.css'

type Values = Record<string, unknown>

/** Amounts in minor units. */
const AMOUNTS = ['amount', 'price', 'newPrice', 'regular', 'due', 'net', 'gross']
/** Numbers that identify something and are not counts. */
const NAMED = ['client', 'consultant', 'campaign', 'plan', 'plan_ids', 'region_ids', 'publisherId', 'refund', 'number', 'volume']
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const DAY = /^\d{4}-\d\d-\d\d$/

/** What changed: each value with its former value. The currency is shown with its amounts. */
export function AuditChange({ entry: { before, after } }: { entry: Pick<AuditEntry, 'before' | 'after'> }) {
  const nameOf = useFieldName()
  const textOf = useValueText()
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => name !== 'currency' && JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  )
  if (names.length === 0) return '–'
  return (
    <ul className={style.change}>
      {names.map((name) => (
        <li key={name}>
          <span>{nameOf(name)}</span> {before && name in before && <del>{textOf(name, before)}</del>}{' '}
          {after && name in after && <ins>{textOf(name, after)}</ins>}
        </li>
      ))}
    </ul>
  )
}

/** Returns the function that writes the path of a field in the person's language; names without a message as they are. */
function useFieldName() {
  const textOr = useTextOr()
  const nameOf = (name: string) => textOr(`DESK.AUDIT.FIELD.${name}`, name)
  return (path: string) => path.split('.').map(nameOf).join(' › ')
}

/** Returns the function that writes a value of an entry for a person: times, amounts and lists, and words instead of codes. */
function useValueText() {
  const t = useText()
  const textOr = useTextOr()
  const nameOf = useFieldName()
  const [time, day, money] = [useTime(), useDay(), useMoney()]
  const [number, hundredths, percent] = [useNumber(), useHundredths(), usePercent()]

  return function textOf(name: string, values: Values): string {
    const value = values[name]
    if (value === null || value === undefined || value === '') return '–'
    if (typeof value === 'boolean') return t(value ? 'DESK.YES' : 'DESK.NO')
    if (typeof value === 'number') {
      if (name === 'markets') return textOr(`DESK.NEWSLETTER.MARKET.${value}`, String(value))
      if (name === 'rate') return percent(value / 10_000)
      if (!AMOUNTS.includes(name)) return Number.isSafeInteger(value) && NAMED.includes(name) ? String(value) : number(value)
      return typeof values.currency === 'string' ? money(value, values.currency) : hundredths(value)
    }
    if (typeof value === 'string') {
      if (TIME.test(value)) return time(value)
      if (DAY.test(value)) return day(value)
      const key = { role: `DESK.ROLE.${value}`, action: `DESK.READERS.DONE.${value}`, state: `DESK.NEWSLETTER.STATE.${value}` }[
        name
      ]
      return textOr(key ?? `DESK.AUDIT.VALUE.${name}.${value}`, value)
    }
    if (Array.isArray(value)) {
      return value.length === 0 ? '–' : value.map((each) => textOf(name, { ...values, [name]: each })).join(', ')
    }
    const parts = value as Values
    return Object.keys(parts)
      .map((part) => `${nameOf(part)} ${textOf(part, parts)}`)
      .join('; ')
  }
}
