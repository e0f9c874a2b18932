import * as routes from '@kiosk/contract/routes'
import { z } from 'zod'
import { LONGEST_TERM_CHARACTERS } from '../catalogue/limits.ts'
import { endpoint } from '../endpoint.ts'
import { Switch } from './input.ts'

const SavedSearch = z
  .object({
    id: z.number(),
    q: z.string(),
    title: z.object({ key: z.string(), name: z.string() }).optional(),
    language: z.string().nullable(),
    at: z.string(),
  })
  .meta({ id: 'SavedSearch' })

export const savedSearches = endpoint(routes.savedSearches, {
  summary: 'Searches that the reader saved, the latest first',
  access: 'session',
  inSupportView: true,
  output: z.object({ searches: z.array(SavedSearch) }),
  errors: ['not_signed_in'],
  isExtension: true,
})

export const saveSearch = endpoint(routes.saveSearch, {
  summary: 'Saves a search, so that one e-mail a day says what new issues have; 409 at the limit of an account',
  access: 'session',
  body: z.object({
    q: z.string().trim().min(1).max(LONGEST_TERM_CHARACTERS),
    title: z.string().min(1).max(100).optional(),
    language: z
      .string()
      .regex(/^[a-z]{2}$/)
      .meta({ examples: ['de'] })
      .optional(),
  }),
  errors: ['not_signed_in', 'wrong_input', 'not_found', 'too_many_searches'],
  isExtension: true,
})

export const removeSavedSearch = endpoint(routes.removeSavedSearch, {
  summary: 'Removes a saved search',
  access: 'session',
  params: z.object({ id: z.coerce.number().int().positive() }),
  errors: ['not_signed_in', 'not_found'],
  isExtension: true,
})

export const editSavedSearches = endpoint(routes.editSavedSearches, {
  summary: 'Switches e-mails about new hits of saved searches',
  access: 'session',
  body: z.object({ newsletter: Switch }),
  output: z.object({ newsletter: z.boolean() }),
  errors: ['not_signed_in', 'wrong_input'],
  isExtension: true,
})
