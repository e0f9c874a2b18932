import { fileURLToPath } from 'node:url'
import { API_BASE } from '@kiosk/contract/route'
import { endpoints } from '../endpoints.ts'
import { describeApi } from './openapi.ts'

/** Path of the committed description, in which a change of the API shows as a diff. */
export const documentPath = fileURLToPath(new URL('../../../../../docs/openapi.json', import.meta.url))

/** Returns the description as servers do, but with a relative address. */
export function documentOfApi(): string {
  return `${JSON.stringify(describeApi(endpoints, { title: 'read-it', server: API_BASE }), null, 1)}\n`
}
