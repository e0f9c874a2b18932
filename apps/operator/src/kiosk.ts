// The operator's command line: `npm run kiosk -- COMMAND`.
import '@kiosk/backend/node-env'

import { runCommand } from './run-command.ts'

process.exitCode = await runCommand(process.argv.slice(2))
