import { endVoucher, exportVouchers, importVouchers, vouchers } from '@kiosk/contract/desk-routes'
import { apiAddress } from '@kiosk/contract/route'
import type { Voucher } from '@kiosk/domain/staff/offer-endpoints'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Column } from '../pieces/data-table.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { useMoney } from '../shell/use-format.ts'
import { useText } from '../shell/use-text.tsx'
import { codeFilterIn } from './code-filter.tsx'
import { CodeList } from './code-list.tsx'
import { currencyOf, planNames } from './plan-names.ts'
import { VoucherDialog } from './voucher-dialog.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const { filter, after } = codeFilterIn(request)
  const [mayChange, mayList, mayExport, found] = await Promise.all([
    ctx.may('offers.write'),
    ctx.may('codes.list'),
    ctx.may('codes.export'),
    ctx.call(vouchers, { query: { ...filter, after } }),
  ])
  return { ...found, filter, mayChange, mayList, mayExport }
}

const FILE_COLUMNS = 'code, plans, price; kind, days, from, until, most, title_de, title_en, title_fr, background, colour'

/** Codes that lower the price of a subscription. */
export default function Vouchers() {
  const { vouchers: rows, more, filter, mayChange, mayList, mayExport } = useLoaderData<typeof loader>()
  const t = useText()
  const money = useMoney()
  const columns: Column<Voucher>[] = [
    { id: 'plans', header: t('DESK.VOUCHERS.PLANS'), cell: (row) => planNames(row.plans) },
    {
      id: 'price',
      header: t('DESK.VOUCHERS.PRICE'),
      align: 'end',
      cell: (row) => (
        <>
          {money(row.price, currencyOf(row.plans))}
          <small>{row.days ? t('DESK.VOUCHERS.FOR_DAYS', { count: row.days }) : t('DESK.VOUCHERS.THREE_CHARGES')}</small>
        </>
      ),
    },
  ]
  return (
    <CodeList
      title={t('DESK.SECTION.VOUCHERS')}
      about={t('DESK.VOUCHERS.ABOUT')}
      rows={rows}
      more={more}
      filter={filter}
      mayChange={mayChange}
      mayList={mayList}
      mayExport={mayExport}
      columns={columns}
      detail={({ kind, title }) => [t(`DESK.VOUCHERS.KIND.${kind}`), title].filter(Boolean).join(', ')}
      exportAddress={apiAddress(exportVouchers, {}, filter)}
      importing={{
        title: t('DESK.VOUCHERS.IMPORT'),
        columns: FILE_COLUMNS,
        send: (body) => deskClient.call(importVouchers, { body }),
      }}
      addButton={t('DESK.VOUCHERS.NEW')}
      addDialog={(onDone) => <VoucherDialog onDone={onDone} />}
      endAbout={t('DESK.VOUCHERS.END_ABOUT')}
      end={(code, reason) => deskClient.call(endVoucher, { params: { code }, body: { reason } })}
    />
  )
}
