import { addCampaignDraft } from '@kiosk/contract/desk-routes'
import type { Campaign } from '@kiosk/domain/staff/offer-endpoints'
import { useNavigate } from 'react-router'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog, textIn } from '../shell/form-dialog.tsx'
import { useText } from '../shell/use-text.tsx'

/** Asks for the address of a new campaign, which it keeps, and opens its editor. */
export function NewCampaignDialog({ copied, onDone }: { copied: Campaign | null; onDone(): void }) {
  const t = useText()
  const navigate = useNavigate()
  async function send(form: FormData): Promise<void> {
    const key = textIn(form, 'key').replace(/^\//, '').toLowerCase()
    await deskClient.call(addCampaignDraft, { body: { key, copied: copied?.key ?? null } })
    await navigate(`/offers/campaigns/${key}`)
  }
  return (
    <FormDialog
      title={copied ? t('DESK.CAMPAIGN.COPY_OF', { name: copied.title || `/${copied.key}` }) : t('DESK.CAMPAIGNS.NEW')}
      button={t('DESK.CAMPAIGN.CREATE')}
      send={send}
      onDone={onDone}
    >
      {copied && <p>{t('DESK.CAMPAIGN.COPY_ABOUT')}</p>}
      <TextField
        label={t('DESK.CAMPAIGN.FIELD.key')}
        hint={t('DESK.CAMPAIGN.KEY_HINT')}
        name="key"
        maxLength={61}
        isRequired
        autoFocus
      />
    </FormDialog>
  )
}
