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
  /** JSON answer; absent = the handler answers by itself (`produces`) or a success has no body (`successStatus`). */
  output?: z.ZodType
  /** What a 204 in place of `output` means. */
  nothing?: string
  /** Media types of an answer that is not JSON. */
  produces?: readonly string[]
  /** Status of a success without a body, where it is not the one that `successStatus` derives; 303 = redirects the browser. */
  status?: 200 | 303
  errors: readonly ErrorCode[]
  /** Not in the specification's table of calls: marked as ours in the description. */
  ours?: true
}

/**
 * Status of a success, unless it is a 204 that `nothing` explains or a 202. Without a body it is 200 in calls of the
 * specification, whose apps compare with exactly that status, and 204 in our own (decisions/069).
 */
export function successStatus({ output, produces, status, ours }: Endpoint): 200 | 204 | 303 {
  return status ?? (output || produces || !ours ? 200 : 204)
}

export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared
}
