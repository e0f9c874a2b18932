import { takedownIssues } from '@kiosk/contract/desk-routes'
import type { TakedownIssue } from '@kiosk/domain/staff/takedown-endpoints'
import { useState } from 'react'
import { ComboBox } from '../pieces/combo-box.tsx'
import { deskClient } from './desk-client.ts'
import { useAnswer } from './use-answer.ts'
import { useDay } from './use-format.ts'
import { useText } from './use-text.tsx'

type Props = {
  label: string
  /** Name of the field, whose value is the uid. */
  name: string
  hint?: string
  /** The issue chosen at first, with its name as the search shows it. */
  chosen?: { uid: string; name: string } | null
  isRequired?: boolean
  autoFocus?: boolean
  /** Called with the chosen issue; null = none. */
  onChange?(issue: TakedownIssue | null): void
}

/** Chooses an issue by words of its title and its name. */
export function IssueField({ hint, chosen: first = null, onChange, ...rest }: Props) {
  const t = useText()
  const day = useDay()
  const [typed, setTyped] = useState(first?.name ?? '')
  const [chosen, setChosen] = useState(first?.uid ?? null)
  const { found, error } = useIssues(typed)
  return (
    <ComboBox
      {...rest}
      hint={hint ?? t('DESK.TAKEDOWN.SEARCH_HINT')}
      nothing={t('DESK.TAKEDOWN.NO_ISSUES')}
      failure={error}
      inputValue={typed}
      onInputChange={setTyped}
      selectedKey={chosen}
      onSelectionChange={(uid) => {
        const issue = found.find((each) => each.uid === uid) ?? null
        setChosen(issue?.uid ?? null)
        if (issue) setTyped(nameOf(issue))
        onChange?.(issue)
      }}
      options={found.map((each) => ({
        id: each.uid,
        name: nameOf(each),
        hint: [day(each.date), each.uid, each.isDown && t('DESK.TAKEDOWN.IS_DOWN')].filter(Boolean).join(' · '),
      }))}
    />
  )
}

const nameOf = ({ title, issue }: TakedownIssue) => `${title}, ${issue}`

/** Returns the issues that match what was typed; the last ones until the server has answered. */
function useIssues(typed: string): { found: readonly TakedownIssue[]; error: unknown } {
  const search = typed.replaceAll(',', ' ').slice(0, 100)
  const { answer, error } = useAnswer({ search }, (query, signal) => deskClient.call(takedownIssues, { query }, { signal }))
  return { found: answer?.issues ?? [], error }
}
