import { createPublisher, findTitles, publishers } from '@kiosk/contract/desk-routes'
import { useEffect, useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { ComboBox } from '../pieces/combo-box.tsx'
import type { Option } from '../pieces/select.tsx'
import { changeErrorOf } from '../shell/change-error.ts'
import { deskClient } from '../shell/desk-client.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { useText } from '../shell/use-text.tsx'
import style from './shelf.module.css'

/** Returns what the server finds for typed words; the last result until it has answered, and why it did not. */
export function useFound<Found>(typed: string, find: (search: string, signal: AbortSignal) => Promise<readonly Found[]>) {
  const { answer, error } = useAnswer(typed.slice(0, 100), find)
  return { found: answer ?? [], failure: error }
}

type PickerProps = {
  label: string
  options: readonly Option[]
  failure: unknown
  typed: string
  onTyped(typed: string): void
  selected: string | null
  isDisabled: boolean
  error: string | undefined
  onChange(id: string | null): void
}

function Picker({ label, options, failure, typed, onTyped, selected, isDisabled, error, onChange }: PickerProps) {
  const t = useText()
  return (
    <div className={style.withButton}>
      <ComboBox
        label={label}
        nothing={t('DESK.LIST.NOTHING')}
        failure={failure}
        options={options}
        inputValue={typed}
        onInputChange={onTyped}
        selectedKey={selected}
        onSelectionChange={(id) => id !== null && onChange(String(id))}
        isDisabled={isDisabled}
        error={error}
      />
      {!isDisabled && selected !== null && (
        <Button
          kind="bare"
          aria-label={`${t('DESK.SHELF.CLEAR')}, ${label}`}
          onPress={() => {
            onTyped('')
            onChange(null)
          }}
        >
          ✕
        </Button>
      )}
    </div>
  )
}

type PublisherProps = {
  id: number | null
  /** Name of the saved publisher. */
  name: string | null
  saved: number | null
  isDisabled: boolean
  error: string | undefined
  onChange(id: number | null): void
}

const CREATE = 'create'

async function byName(search: string, signal: AbortSignal) {
  return (await deskClient.call(publishers, { query: { search } }, { signal })).publishers
}

/** Chooses a publisher by name, or creates one. */
export function PublisherPicker({ id, name, saved, isDisabled, error, onChange }: PublisherProps) {
  const t = useText()
  const [typed, setTyped] = useState(name ?? '')
  const { found, failure } = useFound(typed, byName)
  /** Why a new publisher could not be created. */
  const [problem, setProblem] = useState<string>()
  // A discarded or undone change shows the saved name again.
  useEffect(() => {
    if (id === saved) setTyped(name ?? '')
  }, [id, saved, name])
  const options = found.map((each) => ({ id: String(each.id), name: each.name }))
  const wanted = typed.trim()
  const isKnown = found.some((each) => each.name.toLowerCase() === wanted.toLowerCase()) || wanted === name

  async function choose(chosen: string | null): Promise<void> {
    if (chosen !== CREATE) {
      const publisher = found.find((each) => String(each.id) === chosen)
      if (publisher) setTyped(publisher.name)
      return onChange(chosen === null ? null : Number(chosen))
    }
    setProblem(undefined)
    try {
      const made = await deskClient.call(createPublisher, { body: { name: wanted } })
      setTyped(wanted)
      onChange(made.id)
    } catch (thrown) {
      setProblem(changeErrorOf(thrown, t).message)
    }
  }
  return (
    <Picker
      label={t('DESK.FIELD.publisherId')}
      failure={failure}
      options={
        wanted === '' || isKnown ? options : [...options, { id: CREATE, name: t('DESK.PUBLISHER.NEW_NAMED', { name: wanted }) }]
      }
      typed={typed}
      onTyped={setTyped}
      selected={id === null ? null : String(id)}
      isDisabled={isDisabled}
      error={error ?? problem}
      onChange={(chosen) => void choose(chosen)}
    />
  )
}

type TitleProps = {
  label: string
  titleKey: string | null
  isDisabled: boolean
  error: string | undefined
  onChange(key: string | null): void
}

async function titlesByName(search: string, signal: AbortSignal) {
  return (await deskClient.call(findTitles, { query: { search } }, { signal })).titles
}

/** Chooses another title by name. */
export function TitlePicker({ label, titleKey, isDisabled, error, onChange }: TitleProps) {
  const [typed, setTyped] = useState(titleKey ?? '')
  const { found, failure } = useFound(typed, titlesByName)
  useEffect(() => {
    if (titleKey === null) setTyped('')
  }, [titleKey])
  return (
    <Picker
      label={label}
      failure={failure}
      options={found.map(({ key, name, country }) => ({ id: key, name, ...(country && { hint: country }) }))}
      typed={typed}
      onTyped={setTyped}
      selected={titleKey}
      isDisabled={isDisabled}
      error={error}
      onChange={(key) => {
        const title = found.find((each) => each.key === key)
        if (title) setTyped(title.name)
        onChange(key)
      }}
    />
  )
}
