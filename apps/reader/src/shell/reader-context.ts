import type { Language } from '@kiosk/domain/locale'
import type { Contents } from '@kiosk/domain/reading/endpoints'
import type { Values } from '@kiosk/i18n/translate'
import { createContext, useContext } from 'react'
import type { ReaderApi } from './reader-api.ts'
import type { ReaderData } from './reader-data.ts'
import type { RenewableAccess } from './use-access.ts'

export type Text = (key: string, values?: Values) => string
/** Context for every part of the reader: the issue, the visitor's access, and the messages. */
export type Reading = RenewableAccess & {
  contents: Contents
  api: ReaderApi
  t: Text
  language: Language
  /** Somebody is signed in. */
  account: boolean
  price: ReaderData['price']
}

export const ReaderContext = createContext<Reading | null>(null)

export function useReading(): Reading {
  const reading = useContext(ReaderContext)
  if (!reading) throw new Error('used outside the reader')
  return reading
}
