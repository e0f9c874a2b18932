import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the kiosk of the browser tests says which folder its data are in. */
export function dataFolderFile(port: string | number): string {
  return join(tmpdir(), `kiosk-e2e-${port}.folder`)
}
