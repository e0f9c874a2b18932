import { stopPriceChange } from '@kiosk/contract/desk-routes'
import type { PriceCampaign } from '@kiosk/domain/staff/price-endpoints'
import { deskClient } from '../shell/desk-client.ts'
import { ReasonDialog } from '../shell/form-dialog.tsx'
import { useText } from '../shell/use-text.tsx'
import style from './money.module.css'

/** Stops a change of prices, with a reason. */
export function StopChangeDialog({ campaign, onDone }: { campaign: PriceCampaign; onDone(): void }) {
  const t = useText()
  return (
    <ReasonDialog
      title={t('DESK.PRICE.STOP')}
      kind="danger"
      change={(reason) => deskClient.call(stopPriceChange, { params: { id: campaign.id }, body: { reason } })}
      onDone={onDone}
    >
      <p>
        {campaign.tier} {campaign.country}
      </p>
      <p className={style.quiet}>{t('DESK.PRICE.STOP_ABOUT')}</p>
    </ReasonDialog>
  )
}
