// Builds website, reader and desk if their sources have changed: the first step of `npm start`.
import '@kiosk/backend/node-env'

import { buildClients } from './build-clients.ts'

await buildClients((line) => console.log(line))
