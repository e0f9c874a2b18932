import { publishCampaign } from '@kiosk/contract/desk-routes'
import { ReasonField } from '../pieces/reason-field.tsx'
import { FieldError } from '../shell/change-error.ts'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog, textIn } from '../shell/form-dialog.tsx'
import { useText } from '../shell/use-text.tsx'
import type { CampaignValue } from './campaign-value.ts'
import { Changes } from './changes.tsx'
import { nameOfPart } from './part-names.ts'

type Props = {
  value: CampaignValue
  published: { campaign: CampaignValue; at: string } | null
  onPublished(): void
  onDone(): void
}

/** Shows what changes, asks why, and publishes. */
export function PublishDialog({ value, published, onPublished, onDone }: Props) {
  const t = useText()
  async function send(form: FormData): Promise<void> {
    const body = { yaml: JSON.stringify(value), reason: textIn(form, 'reason'), seen: published?.at ?? null }
    const { faults } = await deskClient.call(publishCampaign, { body })
    const [fault] = faults
    if (fault) throw new FieldError(`${nameOfPart(fault.path, value, t)}: ${fault.message}`)
    onPublished()
  }
  return (
    <FormDialog
      title={t(published ? 'DESK.CAMPAIGN.PUBLISH_AGAIN' : 'DESK.CAMPAIGN.PUBLISH_FIRST', { path: `/${String(value.key)}` })}
      button={t('DESK.CAMPAIGNS.PUBLISH')}
      send={send}
      onDone={onDone}
    >
      {published ? <Changes before={published.campaign} after={value} /> : <p>{t('DESK.CAMPAIGN.PUBLISH_ABOUT')}</p>}
      <ReasonField autoFocus />
    </FormDialog>
  )
}
