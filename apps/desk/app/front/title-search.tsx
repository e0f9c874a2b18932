import { findTitles } from '@kiosk/contract/desk-routes'
import type { FrontTitle } from '@kiosk/domain/staff/front-endpoints'
import { useState } from 'react'
import { ComboBox } from '../pieces/combo-box.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { useDay } from '../shell/use-format.ts'
import { useText } from '../shell/use-text.tsx'

type Props = { chosen: readonly string[]; autoFocus: boolean; onChoose(title: FrontTitle): void }

/** Finds titles while typing. Give it another key after a choice, so that it is empty and closed again. */
export function TitleSearch({ chosen, autoFocus, onChoose }: Props) {
  const t = useText()
  const day = useDay()
  const [search, setSearch] = useState('')
  // Without words the last answer is forgotten, so that a list never shows titles of other words.
  const question = search.trim() === '' ? null : { search }
  const { answer, isAsking, error } = useAnswer(question, (query, signal) => deskClient.call(findTitles, { query }, { signal }))
  const found = (answer?.titles ?? []).filter(({ key }) => !chosen.includes(key))
  const hintOf = ({ country, newest }: FrontTitle) =>
    [country, newest ? day(newest) : t('DESK.FRONT.NO_ISSUE')].filter(Boolean).join(' · ')
  return (
    <ComboBox
      label={t('DESK.FRONT.ADD')}
      placeholder={t('DESK.FRONT.ADD_HINT')}
      nothing={isAsking ? '…' : t('DESK.LIST.NOTHING')}
      failure={error}
      options={found.map((title) => ({ id: title.key, name: title.name, hint: hintOf(title) }))}
      // After a choice the field has the focus again; an open list would hide the row from screen readers.
      menuTrigger="input"
      autoFocus={autoFocus}
      inputValue={search}
      onInputChange={setSearch}
      selectedKey={null}
      onSelectionChange={(key) => {
        const title = found.find((each) => each.key === key)
        if (title) onChoose(title)
      }}
    />
  )
}
