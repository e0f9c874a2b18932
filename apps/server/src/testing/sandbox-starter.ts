// A process that starts the sandbox in a folder, sends its address, and keeps running.

import { readConfig } from '@kiosk/backend/config'
import { startSandbox } from '../processes/sandbox-process.ts'

const sandbox = await startSandbox(readConfig({ PORT: '0', DATA_DIR: process.argv[2], DEMO: 'false' }))
console.log(sandbox?.card.url)
