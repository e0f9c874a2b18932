import { checkCampaign, saveCampaignDraft } from '@kiosk/contract/desk-routes'
import { campaignChanges } from '@kiosk/domain/campaigns/campaign-changes'
import { useEffect, useMemo, useRef, useState } from 'react'
import { changeErrorOf } from '../shell/change-error.ts'
import { deskClient } from '../shell/desk-client.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { useChange } from '../shell/use-change.tsx'
import { useHistory } from '../shell/use-history.ts'
import { useLeaveWarning } from '../shell/use-leave-warning.ts'
import { useText } from '../shell/use-text.tsx'
import type { CampaignValue } from './campaign-value.ts'

export type LoadedCampaign = {
  campaignKey: string
  published: { campaign: CampaignValue; at: string; isOver: boolean; redirectedFrom: string[] } | null
  draft: { campaign: CampaignValue; at: string; revision: number } | null
  mayChange: boolean
}
export type EditedCampaign = ReturnType<typeof useEditedCampaign>

/** Keeps a campaign while it is written: its value, the text of its file, its faults, and what is saved. */
export function useEditedCampaign({ campaignKey: key, published, draft, mayChange }: LoadedCampaign) {
  const t = useText()
  const { run, error, isPending } = useChange()
  const saved = (draft ?? published)!.campaign
  const { current: value, change, settle: settleAs, ...history } = useHistory<CampaignValue>(saved)
  /** The text of the file while it is edited; null = the campaign as a file. */
  const [source, setSource] = useState<string | null>(null)
  const [isPublished, setPublished] = useState(false)
  const text = source ?? JSON.stringify(value)
  const { answer, error: checkError } = useAnswer({ yaml: text }, (body, signal) =>
    deskClient.call(checkCampaign, { body }, { signal }),
  )
  const faults = useMemo(() => withOwnKey(answer, key, t('DESK.CAMPAIGN.OTHER_KEY', { path: `/${key}` })), [answer, key, t])
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
  async function save(): Promise<void> {
    if (!mayChange || !isChanged) return
    setPublished(false)
    const campaign = await settle()
    if (campaign === null) return
    const body = { campaign, revision: draft?.revision ?? 0 }
    await run(() => deskClient.call(saveCampaignDraft, { params: { key }, body }))
  }
  // What is published may differ from what was written: its HTML is sanitised, and spaces around texts are removed. What was
  // written after it was sent is kept.
  const sent = useRef<{ value: CampaignValue; before: string | undefined } | null>(null)
  useEffect(() => {
    if (sent.current === null || sent.current.before === published?.at) return
    if (sent.current.value === value) settleAs(saved)
    sent.current = null
  })
  return {
    value,
    change,
    history,
    source,
    setSource,
    settle,
    save,
    isChanged,
    isPending,
    faults,
    /** The file of the campaign; null until it is checked. */
    checkedFile: answer === null ? null : answer.yaml,
    error: error ?? (checkError === null ? null : changeErrorOf(checkError, t)),
    /** Whether it was published and not saved again since. */
    isPublished: isPublished && !isChanged,
    beginPublishing: () => setPublished(false),
    endPublishing: () => {
      sent.current = { value, before: published?.at }
      setPublished(true)
    },
  }
}

type Checked = { campaign: CampaignValue | null; faults: readonly { path: string; isMissing: boolean; message: string }[] }

/** A file of another campaign is a fault, too: this page edits the one of its address. */
function withOwnKey(answer: Checked | null, key: string, message: string): Checked['faults'] {
  if (answer === null) return []
  if (answer.campaign === null || answer.campaign.key === key) return answer.faults
  return [{ path: 'key', isMissing: false, message }, ...answer.faults]
}
