import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * What one call of the API promises, declared once: the server validates by it, the client is typed by it,
 * the OpenAPI description is written from it. Paths are below `/api/v8/`; `{name}` is a path parameter.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  summary: string
  /** `anyone` still needs the API token; `link` is for addresses that browsers open by themselves (decision 5). */
  access: 'anyone' | 'link' | 'session'
  /** Reading programs of other makers may send mail address and password along (OPDS: `Authorization: Basic`). */
  programs?: true
  params?: z.ZodObject
  query?: z.ZodObject
  /** Form-encoded body of a PUT or POST. */
  body?: z.ZodObject
  /** JSON answer; absent = the handler answers by itself (pictures, feeds) or with no content. */
  output?: z.ZodType
  /** Media types of an answer that is not JSON. */
  produces?: readonly string[]
  errors: readonly ErrorCode[]
  /** Not in the specification's table of calls: marked as ours in the description. */
  ours?: true
}

export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared
}
