import { stopPriceChange } from '@kiosk/contract/desk-routes'
import type { PriceCampaign } from '@kiosk/domain/staff/price-endpoints'
import type { FormEvent } from 'react'
import { Button } from '../pieces/button.tsx'
import { Dialog } from '../pieces/dialog.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { useChange } from '../shell/use-change.tsx'
import { useText } from '../shell/use-text.tsx'
import style from './money.module.css'

/** Stops a change of prices, with a reason. */
export function StopChangeDialog({ campaign, onDone }: { campaign: PriceCampaign; onDone(): void }) {
  const t = useText()
  const { run, error, isPending } = useChange()
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason'))
    if (await run(() => deskClient.call(stopPriceChange, { params: { id: campaign.id }, body: { reason } }))) onDone()
  }
  return (
    <Dialog title={t('DESK.PRICE.STOP')} isOpen onOpenChange={(isOpen) => isOpen || onDone()}>
      <form onSubmit={(event) => void submit(event)}>
        <p>
          {campaign.tier} {campaign.country}
        </p>
        <p className={style.quiet}>{t('DESK.PRICE.STOP_ABOUT')}</p>
        <TextField
          label={t('DESK.REASON')}
          hint={t('DESK.REASON_HINT')}
          name="reason"
          isRequired
          autoFocus
          error={error?.message}
        />
        <Button type="submit" kind="danger" isPending={isPending}>
          {t('DESK.PRICE.STOP')}
        </Button>
      </form>
    </Dialog>
  )
}
