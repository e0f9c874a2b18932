import type { Language } from '@kiosk/domain/locale'
import type { Contents } from '@kiosk/domain/reading/endpoints'
import type { Values } from '@kiosk/languages/words'
import { createContext, useContext } from 'react'
import type { ReaderApi } from './reader-api.ts'
import type { KeptAccess } from './use-access.ts'

export type Text = (key: string, values?: Values) => string
/** What every part of the reader may need: the issue, what the visitor may do with it, and the words. */
export type Reading = KeptAccess & { contents: Contents; api: ReaderApi; t: Text; language: Language }

export const ReaderContext = createContext<Reading | null>(null)

export function useReading(): Reading {
  const reading = useContext(ReaderContext)
  if (!reading) throw new Error('outside of the reader')
  return reading
}
