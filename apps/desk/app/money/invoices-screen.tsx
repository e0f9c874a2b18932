import { deskInvoicePdf, deskInvoices } from '@kiosk/contract/desk-routes'
import { apiAddress } from '@kiosk/contract/route'
import type { DeskInvoice } from '@kiosk/domain/staff/money-endpoints'
import { useMemo } from 'react'
import { Form, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import buttonStyle from '../pieces/button.module.css'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useText } from '../shell/use-text.tsx'
import style from './money.module.css'
import { Older } from './older.tsx'
import { ReaderLink } from './reader-link.tsx'
import { useDay, useMoney } from './use-money.ts'

const COUNTRIES = ['AT', 'DE', 'CH', 'LU'] as const

export async function loader({ context, request }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams
  const filter = {
    number: search.get('number') ?? '',
    amount: search.get('amount') ?? '',
    country: (search.get('country') ?? '') as '' | (typeof COUNTRIES)[number],
    from: search.get('from') || undefined,
    to: search.get('to') || undefined,
    reader: search.get('reader') || undefined,
  }
  const before = search.get('before') || undefined
  const found = await deskContext(context).call(deskInvoices, { query: { ...filter, before } })
  return { ...found, filter }
}

/** Invoices and credit notes by number, day, amount and country. */
export default function Invoices() {
  const { invoices, more, filter } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const t = useText()
  const money = useMoney()
  const day = useDay()
  const columns = useMemo(
    (): Column<DeskInvoice>[] => [
      {
        id: 'number',
        header: t('DESK.MONEY.NUMBER'),
        cell: ({ row: { original: row } }) => (
          <>
            <a href={apiAddress(deskInvoicePdf, { number: row.number })} target="_blank" rel="noreferrer">
              {row.number}
            </a>
            {row.kind === 'credit-note' && (
              <small className={style.small}>
                {row.corrects ? t('DESK.MONEY.CORRECTS', { number: row.corrects }) : t('DESK.MONEY.CREDIT_NOTE')}
              </small>
            )}
          </>
        ),
      },
      {
        id: 'day',
        header: t('DESK.MONEY.DAY'),
        cell: ({ row }) => <time dateTime={row.original.day}>{day(row.original.day)}</time>,
      },
      { id: 'country', header: t('DESK.MONEY.COUNTRY'), cell: ({ row }) => row.original.country },
      {
        id: 'gross',
        header: t('DESK.MONEY.GROSS'),
        cell: ({ row: { original: row } }) => <span className={style.amount}>{money(row.gross, row.currency)}</span>,
      },
      {
        id: 'tax',
        header: t('DESK.MONEY.TAX'),
        cell: ({ row: { original: row } }) => <span className={style.amount}>{money(row.tax, row.currency)}</span>,
      },
      { id: 'subscription', header: t('DESK.MONEY.SUBSCRIPTION'), cell: ({ row }) => row.original.subscription ?? '–' },
      { id: 'reader', header: t('DESK.MONEY.READER'), cell: ({ row }) => <ReaderLink id={row.original.reader} /> },
    ],
    [t, money, day],
  )
  const last = invoices.at(-1)
  return (
    <>
      <PageHead title={t('DESK.MONEY.INVOICES')} about={t('DESK.MONEY.INVOICES.ABOUT')} />
      <Form className={style.filter} role="search" key={search.toString()}>
        <label>
          {t('DESK.MONEY.NUMBER')}
          <input type="search" name="number" defaultValue={filter.number} maxLength={20} placeholder="2026-000123" />
        </label>
        <label>
          {t('DESK.MONEY.GROSS')}
          <input name="amount" defaultValue={filter.amount} inputMode="decimal" pattern="-?\d{1,6}([.,]\d\d)?" />
        </label>
        <label>
          {t('DESK.MONEY.COUNTRY')}
          <select name="country" defaultValue={filter.country}>
            <option value="">{t('DESK.MONEY.ALL_COUNTRIES')}</option>
            {COUNTRIES.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <label>
          {t('DESK.AUDIT.FROM')}
          <input type="date" name="from" defaultValue={filter.from} />
        </label>
        <label>
          {t('DESK.AUDIT.TO')}
          <input type="date" name="to" defaultValue={filter.to} />
        </label>
        <button type="submit" className={`${buttonStyle.button} ${buttonStyle.quiet}`}>
          {t('DESK.AUDIT.FIND')}
        </button>
      </Form>
      <DataTable
        label={t('DESK.MONEY.INVOICES')}
        rows={invoices}
        columns={columns}
        rowId={({ id }) => String(id)}
        nothing={t('DESK.MONEY.NOTHING_FOUND')}
      />
      {more && last && <Older before={String(last.id)} />}
    </>
  )
}
