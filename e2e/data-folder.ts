import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** File in which the server of the browser tests stores the path of its data folder. */
export function dataFolderFile(port: string | number): string {
  return join(tmpdir(), `kiosk-e2e-${port}.folder`)
}

/** Issues of each title in the newsstand of the browser tests: no test needs more, and printing two more takes 50 seconds. */
export const NEWEST_ISSUES = '2'
