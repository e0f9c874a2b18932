import { changeTitle } from '@kiosk/contract/desk-routes'
import { type ShelfTitleDetails, TITLE_FIELDS_WITH_REASON, type TitleFields } from '@kiosk/domain/staff/shelf-title-endpoints'
import { useState } from 'react'
import { deskClient } from '../shell/desk-client.ts'
import { useText } from '../shell/use-text.tsx'
import { useDraft } from './use-draft.ts'
import { useUndoableSave } from './use-undoable-save.ts'

export type TitleDraft = ReturnType<typeof useTitleDraft>

/** The option "none" of a choice. */
export const NONE = 'none'

/** Keeps the changed fields of a title until they are saved; some need a reason. */
export function useTitleDraft(title: ShelfTitleDetails, mayChange: boolean) {
  const t = useText()
  const { values, changes, before, count, set, discard } = useDraft<TitleFields>(title.fields)
  const [reason, setReason] = useState('')
  const params = { key: title.key }
  const { save, ...saving } = useUndoableSave<TitleFields>({
    send: (wanted, seen, why) =>
      deskClient.call(changeTitle, { params, body: { changes: wanted, before: seen, ...(why && { reason: why }) } }),
    onSaved: () => {
      discard()
      setReason('')
    },
  })
  const errorOf = (field: string) => (saving.error?.field === field ? saving.error.message : undefined)
  return {
    title,
    mayChange,
    values,
    set,
    saving,
    count,
    discard,
    save: () => void save(changes, before, reason),
    /** Properties of the reason field; null if no change needs a reason. */
    reason: TITLE_FIELDS_WITH_REASON.some((name) => name in changes)
      ? { value: reason, onChange: setReason, error: errorOf('reason') }
      : null,
    errorOf: (name: keyof TitleFields) => errorOf(`changes.${name}`),
    /** Properties of a text field. */
    text: (name: 'name' | 'issn' | 'place') => ({
      label: t(`DESK.FIELD.${name}`),
      value: values[name] ?? '',
      onChange: (typed: string) => set(name, typed === '' && name !== 'name' ? (null as never) : typed),
      error: errorOf(`changes.${name}`),
      isReadOnly: !mayChange,
    }),
    /** Properties of a choice of one option. */
    choice: (name: keyof TitleFields) => ({
      label: t(`DESK.FIELD.${name}`),
      selectedKey: String(values[name] ?? NONE),
      isDisabled: !mayChange,
    }),
  }
}
