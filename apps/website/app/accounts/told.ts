import type { Language } from '@kiosk/domain/locale'
import type { Words } from '@kiosk/languages/words'
import { momentIn } from './moment.ts'

/** Where the same lies as a file. */
export const EXPORT_FILE = '/user/account/export.json'

/** Data as it is told to people; null = nothing there. */
export type Told = string | null | { list: Told[] } | { facts: [label: string, value: Told][] }

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** What a part of the data is called; one without words by its own name, read as words. */
export function nameOf(name: string, words: Words): string {
  return words[`EXPORT.${name}`] ?? name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}

/** Moments, switches and names of anything in the words of the language; what is empty is left out. */
export function toldOf(value: unknown, how: { words: Words; language: Language }): Told {
  const { words, language } = how
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return words[value ? 'EXPORT.YES' : 'EXPORT.NO'] ?? String(value)
  if (typeof value === 'string') return MOMENT.test(value) ? momentIn(language, value) : value
  if (Array.isArray(value)) return value.length === 0 ? null : { list: value.map((each) => toldOf(each, how)) }
  if (typeof value !== 'object') return String(value)
  const facts = Object.entries(value).flatMap(([name, each]): [string, Told][] => {
    const told = toldOf(each, how)
    return told === null ? [] : [[nameOf(name, words), told]]
  })
  return facts.length === 0 ? null : { facts }
}
