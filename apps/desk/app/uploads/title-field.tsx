import { findTitles } from '@kiosk/contract/desk-routes'
import { categoryOfNewTitles } from '@kiosk/domain/catalogue/limits'
import type { IssueMetadata } from '@kiosk/domain/staff/upload-endpoints'
import { useState } from 'react'
import { ComboBox } from '../pieces/combo-box.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { useDay } from '../shell/use-format.ts'
import { useText } from '../shell/use-text.tsx'

/** First character of the key of a title that does not exist yet; keys of titles do not contain it. */
const NEW = '+'

type Props = {
  metadata: IssueMetadata
  title: string
  categories: readonly { uid: string }[]
  isDisabled: boolean
  error: string | undefined
  onChange(values: Partial<IssueMetadata>): void
}

/** The title of an issue: one that exists, or a new one with the typed name. */
export function TitleField({ metadata, title, categories, isDisabled, error, onChange }: Props) {
  const t = useText()
  const day = useDay()
  const [typed, setTyped] = useState(title)
  /** Name of the chosen title. */
  const [chosen, setChosen] = useState(title)
  const search = typed.slice(0, 100)
  const {
    answer,
    isAsking,
    error: failure,
  } = useAnswer({ search }, (query, signal) => deskClient.call(findTitles, { query }, { signal }))
  const found = answer?.titles ?? []
  const name = typed.trim()
  const like = isAsking ? undefined : found.find((each) => each.key === answer?.like)
  const choose = (key: string | number | null) => {
    // A person who leaves the field without a choice means the title with nearly this name.
    const known = found.find((each) => each.key === key) ?? (key === null && name !== chosen ? like : undefined)
    if (known) {
      setTyped(known.name)
      setChosen(known.name)
      onChange({ titleKey: known.key, newTitle: null })
    } else if (name !== '' && name !== chosen) {
      setTyped(name)
      setChosen(name)
      const { kind, country, category, frequency } = metadata.newTitle ?? {
        kind: 'magazine',
        country: null,
        category: categoryOfNewTitles(categories.map(({ uid }) => uid)),
        frequency: 'irregular' as const,
      }
      onChange({ titleKey: null, newTitle: { name, kind, country, category, frequency } })
    }
  }
  return (
    <ComboBox
      label={t('DESK.UPLOAD.TITLE')}
      hint={
        !metadata.newTitle
          ? t('DESK.UPLOAD.TITLE_HINT')
          : like && like.name !== metadata.newTitle.name && name === metadata.newTitle.name
            ? t('DESK.UPLOAD.TITLE_NEW_BESIDE', { name, other: like.name })
            : t('DESK.UPLOAD.TITLE_NEW', { name: metadata.newTitle.name })
      }
      nothing={t('DESK.UPLOAD.NO_TITLES')}
      failure={failure}
      isRequired
      isDisabled={isDisabled || metadata.replaces !== null}
      inputValue={typed}
      onInputChange={setTyped}
      allowsCustomValue
      selectedKey={metadata.titleKey ?? NEW + (metadata.newTitle?.name ?? '')}
      onSelectionChange={choose}
      options={[
        ...found.map((each) => ({
          id: each.key,
          name: each.name,
          hint: [each.country, each.newest && day(each.newest)].filter(Boolean).join(' · '),
        })),
        ...(name !== '' && like?.name !== name
          ? [
              {
                id: NEW + name,
                name,
                hint: like ? t('DESK.UPLOAD.TITLE_BESIDE', { name: like.name }) : t('DESK.UPLOAD.TITLE_CREATE'),
              },
            ]
          : []),
      ]}
      error={error}
    />
  )
}
