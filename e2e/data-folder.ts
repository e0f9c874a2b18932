import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** File in which the server of the browser tests stores the path of its data folder. */
export function dataFolderFile(port: string | number): string {
  return join(tmpdir(), `kiosk-e2e-${port}.folder`)
}

/** Issues of each title in the newsstand of the browser tests: no test needs more, and printing another takes half a minute. */
export const NEWEST_ISSUES = '1'
