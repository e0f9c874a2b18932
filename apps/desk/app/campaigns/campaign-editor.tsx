import { checkCampaign, deleteCampaignDraft, removeCampaign, saveCampaignDraft } from '@kiosk/contract/desk-routes'
import { campaignChanges } from '@kiosk/domain/campaigns/campaign-changes'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { useNavigate } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { Dialog } from '../pieces/dialog.tsx'
import { Failure, Notice } from '../pieces/notice.tsx'
import tabStyle from '../pieces/tabs.module.css'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog, ReasonDialog } from '../shell/form-dialog.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { UndoButtons } from '../shell/undo-buttons.tsx'
import { useAnswer } from '../shell/use-answer.ts'
import { useChange } from '../shell/use-change.tsx'
import { useHistory } from '../shell/use-history.ts'
import { useLeaveWarning } from '../shell/use-leave-warning.ts'
import { useSaveKey } from '../shell/use-save-key.ts'
import { useText, useTime } from '../shell/use-text.tsx'
import { CampaignForm } from './campaign-form.tsx'
import { type CampaignValue, type Path, pathText, withPart } from './campaign-value.ts'
import style from './campaigns.module.css'
import { Changes } from './changes.tsx'
import { type Editing, EditingContext, fieldId } from './editing.ts'
import { FaultList } from './fault-list.tsx'
import { Preview } from './preview.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { Source } from './source.tsx'

const VIEWS = ['form', 'preview', 'source'] as const
type View = (typeof VIEWS)[number]

type Props = {
  campaignKey: string
  published: { campaign: CampaignValue; at: string } | null
  draft: { campaign: CampaignValue; at: string; revision: number } | null
  mayChange: boolean
}

/** Writes a campaign: in a form, with its preview, or as its file; saves it as a draft and publishes it. Ctrl+S saves. */
export function CampaignEditor({ campaignKey: key, published, draft, mayChange }: Props) {
  const t = useText()
  const time = useTime()
  const navigate = useNavigate()
  const { run, error, isPending } = useChange()
  const saved = (draft ?? published)!.campaign
  const { current: value, change, settle: settleAs, undo, redo, canUndo, canRedo } = useHistory<CampaignValue>(saved)
  const [view, setView] = useState<View>('form')
  /** The text of the file while it is changed; null = that of the campaign. */
  const [source, setSource] = useState<string | null>(null)
  const [isStrict, setStrict] = useState(published !== null)
  const [open, setOpen] = useState<'publish' | 'compare' | 'delete' | 'end' | null>(null)
  const [isPublished, setPublished] = useState(false)
  const text = source ?? JSON.stringify(value)
  const { answer, error: checkError } = useAnswer({ yaml: text }, (body, signal) =>
    deskClient.call(checkCampaign, { body }, { signal }),
  )
  const faults = useMemo(() => withOwnKey(answer, key, t('DESK.CAMPAIGN.OTHER_KEY', { path: `/${key}` })), [answer, key, t])
  const wrong = faults.filter(({ isMissing }) => !isMissing || isStrict)
  const isChanged = source !== null || campaignChanges(saved, value).length > 0
  useLeaveWarning(isChanged)

  /** Takes over what is written in the file. @returns the campaign, null if the file cannot be read */
  async function settle(): Promise<CampaignValue | null> {
    if (source === null) return value
    let read: CampaignValue | null = null
    await run(async () => {
      const { campaign } = await deskClient.call(checkCampaign, { body: { yaml: source } })
      read = campaign?.key === key ? campaign : null
    })
    if (read === null) return null
    change(read)
    setSource(null)
    return read
  }
  async function show(next: View): Promise<void> {
    if (next === view) return
    if ((await settle()) !== null) setView(next)
  }
  async function save(): Promise<void> {
    if (!mayChange || !isChanged) return
    setPublished(false)
    const campaign = await settle()
    if (campaign === null) return
    const body = { campaign, revision: draft?.revision ?? 0 }
    await run(() => deskClient.call(saveCampaignDraft, { params: { key }, body }))
  }
  async function publish(): Promise<void> {
    setStrict(true)
    setPublished(false)
    if ((await settle()) === null) return
    if (faults.length === 0) setOpen('publish')
    else if (view === 'form') showField(faults[0]!.path)
  }
  async function showPath(path: string): Promise<void> {
    if (path === '' || (await settle()) === null) return document.getElementById(fieldId('source'))?.focus()
    setView('form')
    // The fields appear with the next frame.
    requestAnimationFrame(() => requestAnimationFrame(() => showField(path)))
  }
  // What is published may differ from what was written: its HTML is cleaned, spaces around texts are gone. What is written
  // after it was sent is kept.
  const sent = useRef<{ value: CampaignValue; before: string | undefined } | null>(null)
  useEffect(() => {
    if (sent.current === null || sent.current.before === published?.at) return
    if (sent.current.value === value) settleAs(saved)
    sent.current = null
  })
  useSaveKey(save)
  const editing: Editing = {
    value,
    isReadOnly: !mayChange,
    set: (path: Path, part: unknown) => change(withPart(value, path, part), pathText(path)),
    errorOf: (path: Path) => wrong.find((fault) => fault.path === pathText(path))?.message,
  }
  const about = published
    ? t(draft ? 'DESK.CAMPAIGN.STATE_CHANGED' : 'DESK.CAMPAIGN.STATE_PUBLISHED', { time: time(published.at) })
    : t('DESK.CAMPAIGN.STATE_DRAFT')
  return (
    <>
      <PageHead title={`/${key}`} about={about}>
        {mayChange && (
          <>
            {draft && (
              <Button kind="bare" onPress={() => setOpen('delete')}>
                {t(published ? 'DESK.CAMPAIGN.DISCARD_DRAFT' : 'DESK.CAMPAIGN.DELETE_DRAFT')}
              </Button>
            )}
            {published && (
              <Button kind="bare" onPress={() => setOpen('end')}>
                {t('DESK.CAMPAIGN.END')}
              </Button>
            )}
            <UndoButtons {...{ canUndo, canRedo, undo, redo }} />
            {published && (
              <Button kind="quiet" onPress={() => setOpen('compare')}>
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
            <Button isDisabled={isPending || answer === null} onPress={() => void publish()}>
              {t('DESK.CAMPAIGNS.PUBLISH')}
            </Button>
          </>
        )}
      </PageHead>
      <p role="status" className={style.note}>
        {isPublished && !isChanged ? (
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
      <Failure error={error} />
      <Failure error={checkError === null ? null : { message: t('DESK.ERROR.FAILED_BODY') }} />
      {wrong.length > 0 && (
        <Notice tone="bad">
          <FaultList faults={wrong} campaign={value} onShow={(path) => void showPath(path)} />
        </Notice>
      )}
      <Tabs selectedKey={view} onSelectionChange={(next) => void show(next as View)}>
        <TabList aria-label={t('DESK.CAMPAIGN.VIEWS')} className={tabStyle.tabs!}>
          {VIEWS.map((each) => (
            <Tab key={each} id={each} className={tabStyle.tab!}>
              {t(`DESK.CAMPAIGN.VIEW.${each}`)}
            </Tab>
          ))}
        </TabList>
        <TabPanel id="form" className={style.panel!}>
          <EditingContext value={editing}>
            <CampaignForm />
          </EditingContext>
        </TabPanel>
        <TabPanel id="preview" className={style.panel!}>
          <Preview value={value} faults={faults} onShow={(path) => void showPath(path)} />
        </TabPanel>
        <TabPanel id="source" className={style.panel!}>
          <Source name={key} yaml={source ?? answer?.yaml ?? ''} isReadOnly={!mayChange} faults={faults} onChange={setSource} />
        </TabPanel>
      </Tabs>
      {open === 'publish' && (
        <PublishDialog
          {...{ value, published }}
          onPublished={() => {
            sent.current = { value, before: published?.at }
            setPublished(true)
          }}
          onDone={() => setOpen(null)}
        />
      )}
      {open === 'compare' && published && (
        <Dialog title={t('DESK.CAMPAIGN.COMPARE')} isOpen onOpenChange={() => setOpen(null)}>
          <Changes before={published.campaign} after={value} />
        </Dialog>
      )}
      {open === 'delete' && (
        <FormDialog
          title={t(published ? 'DESK.CAMPAIGN.DISCARD_DRAFT' : 'DESK.CAMPAIGN.DELETE_DRAFT')}
          button={t(published ? 'DESK.CAMPAIGN.DISCARD_DRAFT' : 'DESK.CAMPAIGN.DELETE_DRAFT')}
          kind="danger"
          send={async () => {
            await deskClient.call(deleteCampaignDraft, { params: { key } })
            if (published) change(published.campaign)
            else await navigate('/offers/campaigns')
          }}
          onDone={() => setOpen(null)}
        >
          {() => <p>{t(published ? 'DESK.CAMPAIGN.DISCARD_ABOUT' : 'DESK.CAMPAIGN.DELETE_ABOUT')}</p>}
        </FormDialog>
      )}
      {open === 'end' && (
        <ReasonDialog
          title={t('DESK.CAMPAIGN.END')}
          kind="danger"
          change={(reason) => deskClient.call(removeCampaign, { params: { key }, body: { reason } })}
          onDone={() => setOpen(null)}
        >
          <p>{t('DESK.CAMPAIGNS.REMOVE_ABOUT')}</p>
        </ReasonDialog>
      )}
    </>
  )
}

type Checked = { campaign: CampaignValue | null; faults: readonly { path: string; isMissing: boolean; message: string }[] }

/** A file of another campaign is a fault, too: this page edits the one of its address. */
function withOwnKey(answer: Checked | null, key: string, message: string): Checked['faults'] {
  if (answer === null) return []
  if (answer.campaign === null || answer.campaign.key === key) return answer.faults
  return [{ path: 'key', isMissing: false, message }, ...answer.faults]
}

/** Focuses the field of a part, or the nearest part that has one. */
function showField(path: string): void {
  for (let part = path; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('.')))) {
    const element = document.getElementById(fieldId(part))
    const field = element?.matches('input, textarea, button')
      ? element
      : element?.querySelector<HTMLElement>('input, textarea, button')
    if (!field) continue
    field.closest('details')?.setAttribute('open', '')
    field.focus()
    field.scrollIntoView({ block: 'center' })
    return
  }
}
