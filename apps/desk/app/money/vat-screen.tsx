import { moneyExport, vatByQuarter } from '@kiosk/contract/desk-routes'
import { apiAddress } from '@kiosk/contract/route'
import { dayInVienna } from '@kiosk/domain/day'
import { dateLocales } from '@kiosk/domain/locale'
import { useMemo } from 'react'
import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import buttonStyle from '../pieces/button.module.css'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useLanguage, useText } from '../shell/use-text.tsx'
import style from './money.module.css'
import { useMoney } from './use-money.ts'

/** Quarters that can be chosen. */
const QUARTERS = 12
const SECTIONS = ['oss', 'oss-correction', 'domestic', 'third-country'] as const

export async function loader({ context, request }: LoaderFunctionArgs) {
  const quarters = latestQuarters(dayInVienna(new Date()))
  const asked = new URL(request.url).searchParams.get('quarter')
  const quarter = asked && quarters.includes(asked) ? asked : quarters[0]!
  return { ...(await deskContext(context).call(vatByQuarter, { query: { quarter } })), quarter, quarters }
}

/** @param today 2026-11-24 @returns "2026-Q4", "2026-Q3", … */
function latestQuarters(today: string): string[] {
  const current = Number(today.slice(0, 4)) * 4 + Math.floor((Number(today.slice(5, 7)) - 1) / 3)
  return Array.from({ length: QUARTERS }, (_, at) => `${Math.floor((current - at) / 4)}-Q${((current - at) % 4) + 1}`)
}

type Line = Awaited<ReturnType<typeof loader>>['lines'][number]

/** The VAT return of a quarter by country and rate. */
export default function Vat() {
  const { lines, quarter, quarters } = useLoaderData<typeof loader>()
  const t = useText()
  const money = useMoney()
  const locale = dateLocales[useLanguage()]
  const columns = useMemo(
    (): Column<Line>[] => [
      { id: 'country', header: t('DESK.MONEY.COUNTRY'), cell: ({ row }) => row.original.country },
      {
        id: 'rate',
        header: t('DESK.MONEY.RATE'),
        cell: ({ row: { original: row } }) =>
          row.rate === null
            ? t('DESK.MONEY.CORRECTION_OF', { quarter: row.origin })
            : `${(row.rate / 100).toLocaleString(locale, { minimumFractionDigits: 1 })}\u00a0%`,
      },
      { id: 'documents', header: t('DESK.MONEY.DOCUMENTS'), cell: ({ row }) => row.original.documents },
      ...(['net', 'tax', 'gross'] as const).map(
        (sum): Column<Line> => ({
          id: sum,
          header: t(`DESK.MONEY.${sum.toUpperCase()}`),
          cell: ({ row: { original: row } }) => <span className={style.amount}>{money(row[sum], row.currency)}</span>,
        }),
      ),
    ],
    [t, money, locale],
  )
  return (
    <>
      <PageHead title={t('DESK.MONEY.VAT')} about={t('DESK.MONEY.VAT.ABOUT')}>
        <a
          className={`${buttonStyle.button} ${buttonStyle.quiet}`}
          style={{ textDecoration: 'none' }}
          href={apiAddress(moneyExport, { kind: 'vat' }, { from: firstDayOf(quarter), to: firstDayOf(quarter) })}
        >
          {t('DESK.MONEY.CSV')}
        </a>
      </PageHead>
      <Form className={`${style.filter} ${style.narrow}`}>
        <label>
          {t('DESK.MONEY.QUARTER')}
          <select name="quarter" defaultValue={quarter}>
            {quarters.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <button type="submit" className={`${buttonStyle.button} ${buttonStyle.quiet}`}>
          {t('DESK.MONEY.SHOW')}
        </button>
      </Form>
      {lines.length === 0 && <p className={style.quiet}>{t('DESK.MONEY.VAT.NOTHING')}</p>}
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
