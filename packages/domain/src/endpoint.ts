import type { Route } from '@kiosk/contract/route'
import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * One API call, declared once: the server validates with it, the client gets its types from it, and the OpenAPI description is
 * generated from it. Method and path are in packages/contract, because browsers need them without the schemas.
 */
export type Endpoint = Route & {
  summary: string
  /** `anyone` still requires the API token; `link` is for addresses that browsers open directly (ADR-0170). */
  access: 'anyone' | 'link' | 'session'
  /** OPDS clients may send e-mail address and password (OPDS: `Authorization: Basic`). */
  programs?: true
  params?: z.ZodObject
  query?: z.ZodObject
  /** Form-encoded body of a PUT or POST. */
  body?: z.ZodObject
  /** JSON response; absent = a custom response (`produces`) or a success without a body (`successStatus`). */
  output?: z.ZodType
  /** Meaning of a 204 that may be returned in place of `output`. */
  nothing?: string
  /** Media types of a non-JSON response. */
  produces?: readonly string[]
  /** Status of a success without a body, where it differs from `successStatus`; 303 = browser redirect. */
  status?: 200 | 303
  errors: readonly ErrorCode[]
  /** A support view may make this call (ADR-0220); every call without it is rejected there. */
  inSupportView?: true
  /** Not in the specification's table of calls: marked as an extension in the OpenAPI description. */
  isExtension?: true
}

/**
 * Returns the status of a success, apart from a 202 and a 204 explained by `nothing`. Without a body it is 200 in calls of the
 * specification, whose apps expect exactly that status, and 204 in our own (ADR-0069).
 */
export function successStatus({ output, produces, status, isExtension }: Endpoint): 200 | 204 | 303 {
  return status ?? (output || produces || !isExtension ? 200 : 204)
}

/** Declares the call of a route. */
export function endpoint<R extends Route, const E extends Omit<Endpoint, keyof Route>>(route: R, declared: E): R & E {
  return { ...route, ...declared }
}
