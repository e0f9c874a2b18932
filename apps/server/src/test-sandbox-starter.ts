// A process that starts the sandbox on the folder it is given, says where it is, and stays.
import { startSandbox } from './sandbox-process.ts'
import { readSettings } from './settings.ts'

const sandbox = await startSandbox(readSettings({ PORT: '0', DATA_DIR: process.argv[2], DEMO: 'false' }))
console.log(sandbox?.card.url)
