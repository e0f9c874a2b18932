import { deleteCampaignDraft, endCampaign, removeCampaign } from '@kiosk/contract/desk-routes'
import { useNavigate } from 'react-router'
import { Dialog } from '../pieces/dialog.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog, ReasonDialog } from '../shell/form-dialog.tsx'
import { NOTHING_TO_SAVE } from '../shell/leave-dialog.tsx'
import { useText } from '../shell/use-text.tsx'
import type { CampaignValue } from './campaign-value.ts'
import { Changes } from './changes.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import type { EditedCampaign, LoadedCampaign } from './use-edited-campaign.ts'

export type OpenDialog = 'publish' | 'compare' | 'delete' | 'end' | 'remove'
type Props = LoadedCampaign & { edited: EditedCampaign; open: OpenDialog | null; onDone(): void }

/** Dialogs that publish, compare, discard, end or remove a campaign. */
export function CampaignDialogs({ campaignKey, published, edited, open, onDone }: Props) {
  const t = useText()
  const { value, change, endPublishing } = edited
  if (open === 'publish') return <PublishDialog value={value} published={published} onDone={onDone} onPublished={endPublishing} />
  if (open === 'compare' && published)
    return (
      <Dialog title={t('DESK.CAMPAIGN.COMPARE')} isOpen onOpenChange={onDone}>
        <Changes before={published.campaign} after={value} />
      </Dialog>
    )
  if (open === 'delete')
    return <DeleteDraftDialog campaignKey={campaignKey} published={published} onDone={onDone} onDiscarded={change} />
  if (open === 'end')
    return (
      <ReasonDialog
        title={t('DESK.CAMPAIGN.END')}
        kind="danger"
        change={(reason) => deskClient.call(endCampaign, { params: { key: campaignKey }, body: { reason } })}
        onDone={onDone}
      >
        <p>{t('DESK.CAMPAIGNS.END_ABOUT')}</p>
        <RedirectedFrom published={published} />
      </ReasonDialog>
    )
  if (open === 'remove')
    return (
      <ReasonDialog
        title={t('DESK.CAMPAIGN.REMOVE')}
        kind="danger"
        change={(reason) => deskClient.call(removeCampaign, { params: { key: campaignKey }, body: { reason } })}
        onDone={onDone}
      >
        <p>{t('DESK.CAMPAIGNS.REMOVE_ABOUT')}</p>
        <RedirectedFrom published={published} />
      </ReasonDialog>
    )
  return null
}

/** Names the campaigns that redirect visitors to this one. */
function RedirectedFrom({ published }: Pick<Props, 'published'>) {
  const t = useText()
  const paths = published?.redirectedFrom.map((key) => `/${key}`) ?? []
  return paths.length > 0 && <p>{t('DESK.CAMPAIGNS.REDIRECTED_FROM', { paths: paths.join(', ') })}</p>
}

type DeleteProps = Pick<LoadedCampaign, 'campaignKey' | 'published'> & {
  /** Called with the campaign as it was published. */
  onDiscarded(published: CampaignValue): void
  onDone(): void
}

/** A published campaign returns to its published state; an unpublished one is deleted. */
function DeleteDraftDialog({ campaignKey: key, published, onDiscarded, onDone }: DeleteProps) {
  const t = useText()
  const navigate = useNavigate()
  const title = t(published ? 'DESK.CAMPAIGN.DISCARD_DRAFT' : 'DESK.CAMPAIGN.DELETE_DRAFT')
  async function send(): Promise<void> {
    await deskClient.call(deleteCampaignDraft, { params: { key } })
    if (published) onDiscarded(published.campaign)
    else await navigate('/offers/campaigns', { state: NOTHING_TO_SAVE })
  }
  return (
    <FormDialog title={title} button={title} kind="danger" send={send} onDone={onDone}>
      <p>{t(published ? 'DESK.CAMPAIGN.DISCARD_ABOUT' : 'DESK.CAMPAIGN.DELETE_ABOUT')}</p>
    </FormDialog>
  )
}
