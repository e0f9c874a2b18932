// Writes docs/openapi.json: run `npm run openapi` after each change of a declaration.
import { writeFileSync } from 'node:fs'
import { documentOfApi, documentPath } from './openapi-document.ts'

writeFileSync(documentPath, documentOfApi())
