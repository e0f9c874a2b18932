import { createContext, useContext } from 'react'
import { type Path, partAt, pathText } from '../shell/value-parts.ts'
import type { CampaignValue } from './campaign-value.ts'

export type Editing = {
  value: CampaignValue
  isReadOnly: boolean
  /** Replaces a part; undefined removes it. */
  set(path: Path, part: unknown): void
  /** What is wrong with a part, once it should be shown. */
  errorOf(path: Path): string | undefined
}

export const EditingContext = createContext<Editing | null>(null)

/** Returns the campaign that the fields of the form change. */
export function useEditing(): Editing {
  const editing = useContext(EditingContext)
  if (!editing) throw new Error('EditingContext is missing')
  return editing
}

/** Returns the properties of every field. The id leads from the list of faults to the field. */
export function useField(path: Path) {
  const { value, isReadOnly, set, errorOf } = useEditing()
  return {
    part: partAt(value, path),
    set: (part: unknown) => set(path, part),
    props: { id: fieldId(pathText(path)), isReadOnly, error: errorOf(path) },
  }
}

export const fieldId = (path: string): string => `campaign.${path}`
