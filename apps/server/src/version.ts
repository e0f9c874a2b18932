import { readFileSync } from 'node:fs'
import { root } from '@kiosk/backend/config'

/** Version of read-it: "1.0.0" */
export const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string }
