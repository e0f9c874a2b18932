import { z } from 'zod'
import { instantOf, isDay } from './iso-time.ts'

/** A day in an address or a form: "2026-02-28". */
export const Day = z.iso.date().refine(isDay)

/** A time in an address or a form, with its zone: "2026-02-28T07:00:00Z". */
export const Instant = z.iso.datetime({ offset: true }).refine((text) => instantOf(text) !== null)
