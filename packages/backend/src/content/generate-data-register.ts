// Generates the texts of docs/data-register.yaml for the privacy page: run `npm run register` after each change of it.
import { writeFileSync } from 'node:fs'
import { shownRegister } from './data-register-endpoint.ts'

writeFileSync(new URL('./data-register-texts.json', import.meta.url), JSON.stringify(shownRegister(), null, 2))
