import { type Campaign, redirectFrom } from '@kiosk/domain/campaigns/campaign'
import { regionByCountry, regions } from '@kiosk/domain/regions'
import { CAMPAIGN_PREVIEW_PATH, type CampaignFaultShown } from '@kiosk/domain/staff/offer-endpoints'
import { useEffect, useRef, useState } from 'react'
import { Notice } from '../pieces/notice.tsx'
import previewStyle from '../shell/page-preview.module.css'
import { useLanguage, useText } from '../shell/use-text.tsx'
import { firstVisitor, VisitorFields } from '../shell/visitor-fields.tsx'
import type { CampaignValue } from './campaign-value.ts'
import { FaultList } from './fault-list.tsx'

const FRAME = 'campaign-preview'

type Props = { value: CampaignValue; faults: readonly CampaignFaultShown[]; onShow(path: string): void }

/** The page of the campaign as a kind of visitor sees it, before it is published. */
export function Preview({ value, faults, onShow }: Props) {
  const t = useText()
  const ownLanguage = useLanguage()
  const [visitor, setVisitor] = useState(() => firstVisitor('AT', ownLanguage))
  // Texts of other languages are not on the page.
  const hindering = faults.filter(({ path }) => !path.startsWith('words.') || path.startsWith(`words.${visitor.language}`))
  const region = regionByCountry(visitor.country)!
  const away = hindering.length === 0 ? redirectFrom(value as unknown as Campaign, region.id) : null
  const name = t('DESK.CAMPAIGN.PREVIEW')
  return (
    <section className={previewStyle.preview} aria-label={name}>
      <VisitorFields countries={regions.map(({ country }) => country)} visitor={visitor} onChange={setVisitor} />
      {hindering.length > 0 && (
        <Notice>
          <p>{t('DESK.CAMPAIGN.PREVIEW_LATER')}</p>
          <FaultList faults={hindering} campaign={value} onShow={onShow} />
        </Notice>
      )}
      {away !== null && <Notice>{t('DESK.CAMPAIGN.PREVIEW_AWAY', { path: away })}</Notice>}
      {hindering.length === 0 && away === null && (
        <Frame name={name} fields={{ campaign: JSON.stringify(value), ...visitor }} device={visitor.device} />
      )}
    </section>
  )
}

type FrameProps = { name: string; fields: Record<string, string>; device: string }

/** A frame that shows the answer to a form, because a campaign is too long for an address. */
function Frame({ name, fields, device }: FrameProps) {
  const form = useRef<HTMLFormElement>(null)
  const text = JSON.stringify(fields)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text identifies the fields
  useEffect(() => form.current?.submit(), [text])
  return (
    <>
      <form ref={form} method="post" action={CAMPAIGN_PREVIEW_PATH} target={FRAME} hidden>
        {Object.entries(fields).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} readOnly />
        ))}
      </form>
      {/* A new frame for each page: pages in the same one would be steps of the browser's history. */}
      <iframe
        key={text}
        name={FRAME}
        title={name}
        sandbox="allow-same-origin"
        className={previewStyle.frame}
        data-device={device}
        referrerPolicy="same-origin"
      />
    </>
  )
}
