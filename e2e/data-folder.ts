import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** File in which the server of the browser tests stores the path of its data folder. */
export function dataFolderFile(port: string | number): string {
  return join(tmpdir(), `kiosk-e2e-${port}.folder`)
}
