// Builds website and reader where the sources changed since: what `npm start` does first.
import '@kiosk/backend/node-env'

import { buildClients } from './build-clients.ts'

await buildClients((line) => console.log(line))
