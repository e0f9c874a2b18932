// Generates the texts of docs/data-register.yaml for the privacy page: run `npm run register` after each change of it.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { shownRegister } from './data-register-endpoint.ts'

const out = fileURLToPath(new URL('./data-register-texts.ts', import.meta.url))
writeFileSync(
  out,
  `// Generated from docs/data-register.yaml by \`npm run register\`: change that file.
import type { ShownRegister } from './shown-register.ts'

export const dataRegister: ShownRegister = ${JSON.stringify(shownRegister(), null, 2)}
`,
)
