import { addressOf } from '@kiosk/domain/addresses'
import { IssueCard } from '@kiosk/ui/issue-card'
import { useText } from '../shell/use-text.ts'
import type { CardIssue } from './issue-cards.ts'

type Props = {
  issue: CardIssue
  /** Height of the cover. CSS pixels. */
  height: number
  first?: boolean
  sizes?: string
}

/** Card of an issue: cover, title line, detail line, badges. */
export function IssuePlace({ issue, height, first, sizes }: Props) {
  const t = useText()
  const badges = [
    ...(issue.opens === 'one' ? [{ key: 'subscription', label: t('CATALOGUE.WITH_SUBSCRIPTION') }] : []),
    ...(issue.showAds ? [] : [{ key: 'no-ads', label: t('CATALOGUE.NO_ADS') }]),
    ...(issue.canDownload ? [{ key: 'offline', label: t('CATALOGUE.OFFLINE') }] : []),
  ]
  return (
    <IssueCard
      href={addressOf('issue', { id: issue.uid })}
      picture={issue}
      titleLine={issue.titleLine}
      detailLine={issue.detailLine}
      height={height}
      badges={badges}
      {...(first && { first })}
      {...(sizes && { sizes })}
    />
  )
}
