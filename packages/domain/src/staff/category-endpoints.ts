import * as routes from '@kiosk/contract/desk-routes'
import { z } from 'zod'
import { Line } from '../accounts/input.ts'
import { deskEndpoint } from './desk-endpoint.ts'
import { CATEGORY_NAME_LENGTH, CONTENT_KEY, CONTENT_KEY_LENGTH } from './limits.ts'

/** Part of addresses, which are permanent, so a category keeps its uid. */
const Uid = z.string().regex(CONTENT_KEY, 'VALIDATION.contentKey')
const Name = Line(CATEGORY_NAME_LENGTH).refine((name) => name !== '', 'VALIDATION.required')
const Names = z.object({ de: Name, en: Name, fr: Name })
export type CategoryNames = z.infer<typeof Names>
const Uids = z.array(z.string().max(CONTENT_KEY_LENGTH)).max(1000)

const CategoryRow = z.object({
  uid: z.string(),
  names: z.object({ de: z.string(), en: z.string(), fr: z.string() }),
  /** Number of titles in it, including those that readers do not see. */
  titles: z.number(),
  /** Number of advertisements that are shown only in its issues, or in those of further categories. */
  advertisements: z.number(),
})
export type CategoryRow = z.infer<typeof CategoryRow>

export const deskCategories = deskEndpoint(routes.deskCategories, {
  summary: 'Categories in their order, and what is in them',
  access: 'content.read',
  output: z.object({ categories: z.array(CategoryRow) }),
  errors: [],
})
export const addCategory = deskEndpoint(routes.addCategory, {
  summary: 'Adds a category behind all others. The website shows it with its first title',
  access: 'content.write',
  body: z.object({ uid: Uid, names: Names }),
  errors: ['wrong_input', 'category_key_taken', 'category_name_taken'],
})
export const renameCategory = deskEndpoint(routes.renameCategory, {
  summary: 'Renames a category; its addresses stay. `before`: what the person saw',
  access: 'content.write',
  params: z.object({ uid: z.string().min(1).max(CONTENT_KEY_LENGTH) }),
  body: z.object({ names: Names, before: CategoryRow.shape.names }),
  errors: ['wrong_input', 'not_found', 'changed_meanwhile', 'category_name_taken'],
})
export const orderCategories = deskEndpoint(routes.orderCategories, {
  summary: 'Sets the order of all categories. `before`: the order that the person saw',
  access: 'content.write',
  body: z.object({ uids: Uids, before: Uids }),
  errors: ['wrong_input', 'changed_meanwhile'],
})
export const removeCategory = deskEndpoint(routes.removeCategory, {
  summary: 'Removes a category. Its titles and advertisements move to another one, which is named unless there are none',
  access: 'content.write',
  params: z.object({ uid: z.string().min(1).max(CONTENT_KEY_LENGTH) }),
  body: z.object({ moveTo: z.string().max(CONTENT_KEY_LENGTH).nullable() }),
  errors: ['wrong_input', 'not_found', 'category_in_use', 'category_is_last'],
})
