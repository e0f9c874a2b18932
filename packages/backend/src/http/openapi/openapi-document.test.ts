import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { documentOfApi, documentPath } from './openapi-document.ts'

test('docs/openapi.json describes the calls as they are declared; `npm run openapi` writes it', () => {
  expect(JSON.parse(readFileSync(documentPath, 'utf8'))).toEqual(JSON.parse(documentOfApi()))
})
