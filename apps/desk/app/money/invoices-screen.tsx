import { deskInvoicePdf, deskInvoices } from '@kiosk/contract/desk-routes'
import { apiAddress } from '@kiosk/contract/route'
import type { DeskInvoice } from '@kiosk/domain/staff/money-endpoints'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { FilterDay, FilterForm, FilterSearch, FilterSelect } from '../pieces/filter-form.tsx'
import { Pager } from '../pieces/pager.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useDay, useMoney } from '../shell/use-format.ts'
import { useText } from '../shell/use-text.tsx'
import { ReaderLink } from './reader-link.tsx'

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
  const t = useText()
  const money = useMoney()
  const day = useDay()
  const columns: Column<DeskInvoice>[] = [
    {
      id: 'number',
      header: t('DESK.MONEY.NUMBER'),
      cell: (row) => (
        <>
          <a href={apiAddress(deskInvoicePdf, { number: row.number })} target="_blank" rel="noreferrer">
            {row.number}
          </a>
          {row.kind === 'credit-note' && (
            <small>{row.corrects ? t('DESK.MONEY.CORRECTS', { number: row.corrects }) : t('DESK.MONEY.CREDIT_NOTE')}</small>
          )}
        </>
      ),
    },
    {
      id: 'day',
      header: t('DESK.MONEY.DAY'),
      cell: (row) => <time dateTime={row.day}>{day(row.day)}</time>,
    },
    { id: 'country', header: t('DESK.MONEY.COUNTRY'), cell: (row) => row.country },
    {
      id: 'gross',
      header: t('DESK.MONEY.GROSS'),
      align: 'end',
      cell: (row) => money(row.gross, row.currency),
    },
    {
      id: 'tax',
      header: t('DESK.MONEY.TAX'),
      align: 'end',
      cell: (row) => money(row.tax, row.currency),
    },
    { id: 'subscription', header: t('DESK.MONEY.SUBSCRIPTION'), cell: (row) => row.subscription ?? '–' },
    { id: 'reader', header: t('DESK.MONEY.READER'), cell: (row) => <ReaderLink id={row.reader} /> },
  ]
  return (
    <>
      <PageHead title={t('DESK.MONEY.INVOICES')} about={t('DESK.MONEY.INVOICES.ABOUT')} />
      <FilterForm>
        <FilterSearch
          name="number"
          label={t('DESK.MONEY.NUMBER')}
          value={filter.number}
          maxLength={20}
          placeholder="2026-000123"
        />
        <label>
          {t('DESK.MONEY.GROSS')}
          <input name="amount" defaultValue={filter.amount} inputMode="decimal" pattern="-?\d{1,6}([.,]\d\d)?" />
        </label>
        <FilterSelect
          name="country"
          label={t('DESK.MONEY.COUNTRY')}
          value={filter.country}
          options={[['', t('DESK.MONEY.ALL_COUNTRIES')], ...COUNTRIES.map((each) => [each, each] as const)]}
        />
        <FilterDay name="from" label={t('DESK.LIST.FROM')} value={filter.from ?? ''} />
        <FilterDay name="to" label={t('DESK.LIST.TO')} value={filter.to ?? ''} />
        {filter.reader && <input type="hidden" name="reader" value={filter.reader} />}
      </FilterForm>
      <DataTable
        label={t('DESK.MONEY.INVOICES')}
        rows={invoices}
        columns={columns}
        rowId={({ id }) => String(id)}
        nothing={t(Object.values(filter).some(Boolean) ? 'DESK.LIST.NOTHING' : 'DESK.MONEY.INVOICES.NOTHING_YET')}
      />
      <Pager next={more ? invoices.at(-1)?.id : null} />
    </>
  )
}
