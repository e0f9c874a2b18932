import { Button } from '../pieces/button.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { UndoButtons } from '../shell/undo-buttons.tsx'
import { useText, useTime } from '../shell/use-text.tsx'
import type { OpenDialog } from './campaign-dialogs.tsx'
import style from './campaigns.module.css'
import type { EditedCampaign, LoadedCampaign } from './use-edited-campaign.ts'

type Props = LoadedCampaign & { edited: EditedCampaign; onPublish(): void; onOpen(dialog: OpenDialog): void }

/** Address and state of the campaign, and what can be done with it. */
export function CampaignHead({ campaignKey: key, published, draft, mayChange, edited, onPublish, onOpen }: Props) {
  const t = useText()
  const time = useTime()
  const { history, isChanged, isPending, isPublished, faults, checkedFile, save } = edited
  const about = published
    ? t(`DESK.CAMPAIGN.STATE_${stateOf(published.isOver, draft !== null)}`, { time: time(published.at) })
    : t('DESK.CAMPAIGN.STATE_DRAFT')
  return (
    <>
      <PageHead title={`/${key}`} about={about}>
        {mayChange && (
          <>
            {draft && (
              <Button kind="bare" onPress={() => onOpen('delete')}>
                {t(published ? 'DESK.CAMPAIGN.DISCARD_DRAFT' : 'DESK.CAMPAIGN.DELETE_DRAFT')}
              </Button>
            )}
            {published && (
              <Button kind="bare" onPress={() => onOpen(published.isOver ? 'remove' : 'end')}>
                {t(published.isOver ? 'DESK.CAMPAIGN.REMOVE' : 'DESK.CAMPAIGN.END')}
              </Button>
            )}
            <UndoButtons {...history} />
            {published && (
              <Button kind="quiet" onPress={() => onOpen('compare')}>
                {t('DESK.CAMPAIGN.COMPARE')}
              </Button>
            )}
            <Button
              kind="quiet"
              isDisabled={!isChanged}
              isPending={isPending}
              onPress={() => void save()}
              aria-keyshortcuts="Control+S"
            >
              {t('DESK.CAMPAIGN.SAVE')}
            </Button>
            <Button isDisabled={isPending || checkedFile === null} onPress={onPublish}>
              {t('DESK.CAMPAIGNS.PUBLISH')}
            </Button>
          </>
        )}
      </PageHead>
      <p role="status" className={style.note}>
        {isPublished ? (
          <>
            {t('DESK.CAMPAIGNS.PUBLISHED')}{' '}
            <a href={`/${key}`} target="_blank" rel="noreferrer">
              /{key}
            </a>
          </>
        ) : (
          t(isChanged ? 'DESK.UNSAVED' : 'DESK.SAVED')
        )}
        {mayChange && faults.length > 0 && ` ${t('DESK.CAMPAIGN.TO_DO', { count: faults.length })}`}
      </p>
    </>
  )
}

function stateOf(isOver: boolean, isChanged: boolean) {
  if (isOver) return isChanged ? 'OVER_CHANGED' : 'OVER'
  return isChanged ? 'CHANGED' : 'PUBLISHED'
}
