import { addressOf } from '@kiosk/domain/addresses'
import { IssueCard } from '@kiosk/ui/issue-card'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import type { CardIssue } from './issue-cards.ts'
import { costOf } from './read-actions.ts'

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
  const { state } = useViewer()
  const [cost, words] = costOf(state, issue)
  const badges = [
    { key: cost, label: t(words) },
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
