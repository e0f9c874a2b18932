import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** File in which the server of the browser tests stores the path of its data folder. */
export function dataFolderFile(port: string | number): string {
  return join(tmpdir(), `kiosk-e2e-${port}.folder`)
}

/** Issues of each title in the newsstand of the browser tests; printing all of them takes twice as long. */
export const NEWEST_ISSUES = '4'
