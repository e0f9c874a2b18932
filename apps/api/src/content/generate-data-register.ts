// Writes what the privacy page shows of docs/data-register.yaml: `npm run register` after each change of it.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { shownRegister } from './shown-register.ts'

const out = fileURLToPath(new URL('../../../../packages/languages/src/content/data-register.ts', import.meta.url))
writeFileSync(
  out,
  `// Generated from docs/data-register.yaml by \`npm run register\`: change that file.
import type { ShownRegister } from './privacy-tables.ts'

export const dataRegister: ShownRegister = ${JSON.stringify(shownRegister(), null, 2)}
`,
)
