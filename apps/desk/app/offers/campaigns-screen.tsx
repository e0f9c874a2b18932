import { campaigns, removeCampaign } from '@kiosk/contract/desk-routes'
import { formatDay } from '@kiosk/domain/date-format'
import type { Campaign } from '@kiosk/domain/staff/offer-endpoints'
import { isPermitted } from '@kiosk/domain/staff/roles'
import { useMemo, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import buttonStyle from '../pieces/button.module.css'
import { Button } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { ReasonField } from '../pieces/reason-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { FormDialog, textIn } from '../shell/form-dialog.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { useLanguage, useText, useTime } from '../shell/use-text.tsx'
import style from './offers.module.css'
import { OffersNav } from './offers-nav.tsx'
import { amountFor, planNames } from './plan-names.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const [me, { campaigns: rows }] = await Promise.all([ctx.me(), ctx.call(campaigns)])
  return { rows, mayChange: me !== null && isPermitted(me.role, 'offers.write') }
}

/** Landing pages with offers. */
export default function Campaigns() {
  const { rows, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const time = useTime()
  const language = useLanguage()
  const [removed, setRemoved] = useState<Campaign | null>(null)
  const columns = useMemo(
    (): Column<Campaign>[] => [
      {
        id: 'title',
        header: t('DESK.CAMPAIGNS.PAGE'),
        cell: ({ row: { original: row } }) => (
          <>
            <strong>
              <Link to={`/offers/campaigns/${row.key}`}>{row.title}</Link>
            </strong>
            <small>
              <a href={`/${row.key}`} target="_blank" rel="noreferrer">
                /{row.key}
              </a>
              {row.partner && `, ${row.partner}`}
            </small>
          </>
        ),
      },
      {
        id: 'offers',
        header: t('DESK.CAMPAIGNS.OFFERS'),
        cell: ({ row }) =>
          row.original.offers.map(({ plan, price, code, redeemed }) => (
            <div key={code}>
              {planNames([plan])}: {amountFor([plan], price)}
              <small>
                {code}, {t('DESK.CAMPAIGNS.REDEEMED', { count: redeemed })}
              </small>
            </div>
          )),
      },
      {
        id: 'term',
        header: t('DESK.CODES.TERM'),
        cell: ({ row: { original: row } }) => {
          const from = row.from ? formatDay(language, row.from) : time(row.publishedAt)
          return row.until
            ? t('DESK.CODES.FROM_TO', { from, until: formatDay(language, row.until) })
            : t('DESK.CODES.FROM_ON', { from })
        },
      },
      ...(mayChange
        ? [
            {
              id: 'change',
              header: t('DESK.ACTIONS'),
              cell: ({ row: { original: row } }) => (
                <Button kind="bare" onPress={() => setRemoved(row)} aria-label={t('DESK.CONTENT.REMOVE_OF', { name: row.title })}>
                  {t('DESK.CONTENT.REMOVE')}
                </Button>
              ),
            } satisfies Column<Campaign>,
          ]
        : []),
    ],
    [t, time, language, mayChange],
  )
  return (
    <>
      <PageHead title={t('DESK.SECTION.CAMPAIGNS')} about={t('DESK.CAMPAIGNS.ABOUT')}>
        {mayChange && (
          <Link className={`${buttonStyle.button} ${style.button}`} to="/offers/campaigns/new">
            {t('DESK.CAMPAIGNS.NEW')}
          </Link>
        )}
      </PageHead>
      <OffersNav />
      <DataTable
        label={t('DESK.SECTION.CAMPAIGNS')}
        rows={rows}
        columns={columns}
        rowId={({ key }) => key}
        nothing={t('DESK.CAMPAIGNS.NOTHING')}
      />
      {removed && (
        <FormDialog
          title={t('DESK.CONTENT.REMOVE_OF', { name: removed.title })}
          button={t('DESK.CONTENT.REMOVE')}
          kind="danger"
          fields={['reason']}
          send={(form) =>
            deskClient.call(removeCampaign, { params: { key: removed.key }, body: { reason: textIn(form, 'reason') } })
          }
          onDone={() => setRemoved(null)}
        >
          {(errorOf) => (
            <>
              <p>{t('DESK.CAMPAIGNS.REMOVE_ABOUT')}</p>
              <ReasonField error={errorOf('reason')} />
            </>
          )}
        </FormDialog>
      )}
    </>
  )
}
