import { useState } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { Failure, Notice } from '../pieces/notice.tsx'
import tabStyle from '../pieces/tabs.module.css'
import { useSaveKey } from '../shell/use-save-key.ts'
import { useText } from '../shell/use-text.tsx'
import { type Path, pathText, withPart } from '../shell/value-parts.ts'
import { CampaignDialogs, type OpenDialog } from './campaign-dialogs.tsx'
import { CampaignForm } from './campaign-form.tsx'
import { CampaignHead } from './campaign-head.tsx'
import style from './campaigns.module.css'
import { type Editing, EditingContext, fieldId } from './editing.ts'
import { FaultList } from './fault-list.tsx'
import { Preview } from './preview.tsx'
import { Source } from './source.tsx'
import { type LoadedCampaign, useEditedCampaign } from './use-edited-campaign.ts'

const VIEWS = ['form', 'preview', 'source'] as const
type View = (typeof VIEWS)[number]

/** Writes a campaign: in a form, with its preview, or as its file; saves it as a draft and publishes it. Ctrl+S saves. */
export function CampaignEditor(loaded: LoadedCampaign) {
  const { campaignKey: key, published, mayChange } = loaded
  const t = useText()
  const edited = useEditedCampaign(loaded)
  const { value, change, faults, settle, save, source, setSource, checkedFile } = edited
  const [view, setView] = useState<View>('form')
  /** Whether missing parts are shown as faults: not while a new campaign is written. */
  const [isStrict, setStrict] = useState(published !== null)
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const wrong = faults.filter(({ isMissing }) => !isMissing || isStrict)

  async function show(next: View): Promise<void> {
    if (next === view) return
    if ((await settle()) !== null) setView(next)
  }
  async function publish(): Promise<void> {
    setStrict(true)
    edited.beginPublishing()
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
  useSaveKey(save)
  const editing: Editing = {
    value,
    isReadOnly: !mayChange,
    set: (path: Path, part: unknown) => change(withPart(value, path, part), pathText(path)),
    errorOf: (path: Path) => wrong.find((fault) => fault.path === pathText(path))?.message,
  }
  return (
    <>
      <CampaignHead {...loaded} edited={edited} onPublish={() => void publish()} onOpen={setOpen} />
      <Failure error={edited.error} />
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
          <Source name={key} yaml={source ?? checkedFile ?? ''} isReadOnly={!mayChange} faults={faults} onChange={setSource} />
        </TabPanel>
      </Tabs>
      <CampaignDialogs {...loaded} edited={edited} open={open} onDone={() => setOpen(null)} />
    </>
  )
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
