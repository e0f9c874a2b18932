import { campaigns } from '@kiosk/contract/desk-routes'
import type { Campaign } from '@kiosk/domain/staff/offer-endpoints'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { currencyOf, planNames } from '../offers/plan-names.ts'
import { Badge } from '../pieces/badge.tsx'
import { Button } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useDay, useMoney } from '../shell/use-format.ts'
import { useText, useTime } from '../shell/use-text.tsx'
import { NewCampaignDialog } from './new-campaign-dialog.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const [mayChange, { campaigns: rows }] = await Promise.all([ctx.may('offers.write'), ctx.call(campaigns)])
  return { rows, mayChange }
}

const TONES = { draft: 'quiet', later: 'plain', running: 'good', over: 'quiet' } as const

/** Landing pages with offers. */
export default function Campaigns() {
  const { rows, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const time = useTime()
  const day = useDay()
  const money = useMoney()
  /** The campaign that a new one is a copy of; null = none. */
  const [copied, setCopied] = useState<Campaign | null | undefined>(undefined)
  const columns: Column<Campaign>[] = [
    {
      id: 'title',
      header: t('DESK.CAMPAIGNS.PAGE'),
      cell: (row) => (
        <>
          <strong>
            <Link to={`/offers/campaigns/${row.key}`}>{row.title || `/${row.key}`}</Link>
          </strong>
          <small>
            {row.publishedAt ? (
              <a href={`/${row.key}`} target="_blank" rel="noreferrer">
                /{row.key}
              </a>
            ) : (
              `/${row.key}`
            )}
            {row.partner && `, ${row.partner}`}
          </small>
        </>
      ),
    },
    {
      id: 'state',
      header: t('DESK.LIST.STATE'),
      cell: (row) => (
        <>
          <Badge tone={TONES[row.state]}>{t(`DESK.CAMPAIGN.STATE.${row.state}`)}</Badge>
          {row.publishedAt && row.draftAt && <small>{t('DESK.CAMPAIGN.HAS_DRAFT')}</small>}
        </>
      ),
    },
    {
      id: 'offers',
      header: t('DESK.CAMPAIGNS.OFFERS'),
      cell: (row) =>
        row.offers.map(({ plan, price, code, redeemed }) => (
          <div key={code}>
            {planNames([plan])}: {money(price, currencyOf([plan]))}
            <small>
              {code}, {t('DESK.CAMPAIGNS.REDEEMED', { count: redeemed })}
            </small>
          </div>
        )),
    },
    {
      id: 'term',
      header: t('DESK.CONTENT.TERM'),
      cell: (row) => {
        if (!row.publishedAt) return row.draftAt && t('DESK.CAMPAIGN.SAVED_AT', { time: time(row.draftAt) })
        const { from: first, until } = row
        if (first && until && first > until) return t('DESK.CAMPAIGNS.NEVER_BEGAN', { day: day(until) })
        const from = first ? day(first) : time(row.publishedAt)
        return until ? t('DESK.CODES.FROM_TO', { from, until: day(until) }) : t('DESK.CODES.FROM_ON', { from })
      },
    },
  ]
  const actions = (row: Campaign) => (
    <Button
      kind="bare"
      onPress={() => setCopied(row)}
      aria-label={t('DESK.CAMPAIGN.COPY_OF', { name: row.title || `/${row.key}` })}
    >
      {t('DESK.CAMPAIGN.COPY')}
    </Button>
  )
  return (
    <>
      <PageHead title={t('DESK.SECTION.CAMPAIGNS')} about={t('DESK.CAMPAIGNS.ABOUT')}>
        {mayChange && <Button onPress={() => setCopied(null)}>{t('DESK.CAMPAIGNS.NEW')}</Button>}
      </PageHead>
      <DataTable
        label={t('DESK.SECTION.CAMPAIGNS')}
        rows={rows}
        columns={columns}
        actions={mayChange && actions}
        rowId={({ key }) => key}
        nothing={t('DESK.CAMPAIGNS.NOTHING')}
      />
      {copied !== undefined && <NewCampaignDialog copied={copied} onDone={() => setCopied(undefined)} />}
    </>
  )
}
