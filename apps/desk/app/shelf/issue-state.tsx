import type { ShelfIssue } from '@kiosk/domain/staff/shelf-issue-endpoints'
import { Badge } from '../pieces/badge.tsx'
import { useText } from '../shell/use-text.tsx'

const TONES = { shown: 'good', scheduled: 'plain', withdrawn: 'bad', down: 'bad' } as const

/** Whether an issue is shown. */
export function IssueState({ state }: Pick<ShelfIssue, 'state'>) {
  const t = useText()
  return <Badge tone={TONES[state]}>{t(`DESK.SHELF.ISSUE_STATE.${state}`)}</Badge>
}
