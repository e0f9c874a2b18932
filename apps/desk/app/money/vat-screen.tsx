import { moneyExport, vatByQuarter } from '@kiosk/contract/desk-routes'
import { apiAddress } from '@kiosk/contract/route'
import { dayInVienna } from '@kiosk/domain/day'
import { QUARTER } from '@kiosk/domain/staff/money-endpoints'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { buttonClass } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { FilterForm, FilterSelect } from '../pieces/filter-form.tsx'
import { Nothing } from '../pieces/nothing.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useMoney, usePercent } from '../shell/use-format.ts'
import { useText } from '../shell/use-text.tsx'
import style from './money.module.css'

const SECTIONS = ['oss', 'oss-correction', 'domestic', 'third-country'] as const

export async function loader({ context, request }: LoaderFunctionArgs) {
  const current = quarterAt(dayInVienna(new Date()))
  const asked = new URL(request.url).searchParams.get('quarter') ?? ''
  // Returns are filed for the last quarter that has ended.
  const at = QUARTER.test(asked) ? Math.min(numberOf(asked), current) : current - 1
  const { lines, firstDay } = await deskContext(context).call(vatByQuarter, { query: { quarter: nameOf(at) } })
  // Older returns are asked for in audits, for as long as invoices are kept.
  const first = Math.min(current - 1, firstDay ? quarterAt(firstDay) : current)
  const quarters = Array.from({ length: current - first + 1 }, (_, back) => nameOf(current - back))
  if (at < first) quarters.push(nameOf(at))
  return { lines, quarter: nameOf(at), quarters }
}

// A quarter as a number: four times its year, and 0 to 3.

/** @param day 2026-11-24 */
const quarterAt = (day: string) => Number(day.slice(0, 4)) * 4 + Math.floor((Number(day.slice(5, 7)) - 1) / 3)
/** @param name 2026-Q4 */
const numberOf = (name: string) => Number(name.slice(0, 4)) * 4 + Number(name.slice(6)) - 1
const nameOf = (quarter: number) => `${Math.floor(quarter / 4)}-Q${(quarter % 4) + 1}`

type Line = Awaited<ReturnType<typeof loader>>['lines'][number]

/** The VAT return of a quarter by country and rate. */
export default function Vat() {
  const { lines, quarter, quarters } = useLoaderData<typeof loader>()
  const t = useText()
  const money = useMoney()
  const percent = usePercent()
  const columns: Column<Line>[] = [
    { id: 'country', header: t('DESK.MONEY.COUNTRY'), cell: (row) => row.country },
    {
      id: 'rate',
      header: t('DESK.MONEY.RATE'),
      align: 'end',
      cell: (row) => (row.rate === null ? t('DESK.MONEY.CORRECTION_OF', { quarter: row.origin }) : percent(row.rate / 10_000)),
    },
    { id: 'documents', header: t('DESK.MONEY.DOCUMENTS'), align: 'end', cell: (row) => row.documents },
    ...(['net', 'tax', 'gross'] as const).map(
      (sum): Column<Line> => ({
        id: sum,
        header: t(`DESK.MONEY.${sum.toUpperCase()}`),
        align: 'end',
        cell: (row) => money(row[sum], row.currency),
      }),
    ),
  ]
  return (
    <>
      <PageHead title={t('DESK.MONEY.VAT')} about={t('DESK.MONEY.VAT.ABOUT')}>
        <a
          className={buttonClass('quiet')}
          href={apiAddress(moneyExport, { kind: 'vat' }, { from: firstDayOf(quarter), to: firstDayOf(quarter) })}
        >
          {t('DESK.CSV')}
        </a>
      </PageHead>
      <FilterForm button={t('DESK.MONEY.SHOW')}>
        <FilterSelect
          name="quarter"
          label={t('DESK.MONEY.QUARTER')}
          value={quarter}
          options={quarters.map((each) => [each, each] as const)}
        />
      </FilterForm>
      {lines.length === 0 && <Nothing>{t('DESK.MONEY.VAT.NOTHING')}</Nothing>}
      {SECTIONS.map((section) => {
        const rows = lines.filter((line) => line.section === section)
        if (rows.length === 0) return null
        return (
          <section key={section} className={style.wide}>
            <h2>{t(`DESK.MONEY.VAT.${section}`)}</h2>
            <DataTable
              label={t(`DESK.MONEY.VAT.${section}`)}
              rows={rows}
              columns={columns}
              rowId={({ country, currency, rate, origin }) => `${country} ${currency} ${rate} ${origin}`}
              nothing=""
            />
          </section>
        )
      })}
    </>
  )
}

function firstDayOf(quarter: string): string {
  return `${quarter.slice(0, 4)}-${String((Number(quarter.slice(6)) - 1) * 3 + 1).padStart(2, '0')}-01`
}
