import { endPromoCode, exportPromoCodes, importPromoCodes, promoCodes } from '@kiosk/contract/desk-routes'
import { apiAddress } from '@kiosk/contract/route'
import type { PromoCode } from '@kiosk/domain/staff/offer-endpoints'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Column } from '../pieces/data-table.tsx'
import { marketNames } from '../pieces/markets-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { useText } from '../shell/use-text.tsx'
import { codeFilterIn } from './code-filter.tsx'
import { CodeList } from './code-list.tsx'
import { PromoCodeDialog } from './promo-code-dialog.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const { filter, after } = codeFilterIn(request)
  const [mayChange, mayList, mayExport, found] = await Promise.all([
    ctx.may('offers.write'),
    ctx.may('codes.list'),
    ctx.may('codes.export'),
    ctx.call(promoCodes, { query: { ...filter, after } }),
  ])
  return { ...found, filter, mayChange, mayList, mayExport }
}

const FILE_COLUMNS = 'code, until; days, from, most, markets, title_de, title_en, title_fr'

/** Codes with which readers read without advertisements for some days. */
export default function PromoCodes() {
  const { promoCodes: rows, more, filter, mayChange, mayList, mayExport } = useLoaderData<typeof loader>()
  const t = useText()
  const columns: Column<PromoCode>[] = [
    { id: 'days', header: t('DESK.PROMO.DAYS'), cell: ({ days }) => t('DESK.VOUCHERS.FOR_DAYS', { count: days }) },
    {
      id: 'markets',
      header: t('DESK.PROMO.MARKETS'),
      cell: ({ markets }) => (markets ? marketNames(markets) : t('DESK.CONTENT.EVERYWHERE')),
    },
  ]
  return (
    <CodeList
      title={t('DESK.SECTION.PROMO_CODES')}
      about={t('DESK.PROMO.ABOUT')}
      rows={rows}
      more={more}
      filter={filter}
      mayChange={mayChange}
      mayList={mayList}
      mayExport={mayExport}
      columns={columns}
      detail={({ code, title }) => (title === code ? '' : title)}
      exportAddress={apiAddress(exportPromoCodes, {}, filter)}
      importing={{
        title: t('DESK.PROMO.IMPORT'),
        columns: FILE_COLUMNS,
        send: (body) => deskClient.call(importPromoCodes, { body }),
      }}
      addButton={t('DESK.PROMO.NEW')}
      addDialog={(onDone) => <PromoCodeDialog onDone={onDone} />}
      endAbout={t('DESK.PROMO.END_ABOUT')}
      end={(code, reason) => deskClient.call(endPromoCode, { params: { code }, body: { reason } })}
    />
  )
}
