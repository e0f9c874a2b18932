import { fileURLToPath } from 'node:url'
import { API_BASE } from '@kiosk/contract/route'
import { endpoints } from '../endpoints.ts'
import { describeApi } from './openapi.ts'

/** The description as it is committed, so that a change of the API shows in a diff. */
export const documentPath = fileURLToPath(new URL('../../../../../docs/openapi.json', import.meta.url))

/** The description that servers return, with a relative address. */
export function documentOfApi(): string {
  return `${JSON.stringify(describeApi(endpoints, { title: 'read-it', server: API_BASE }), null, 1)}\n`
}
