import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { listIn } from '../setting.ts'
import { settingGroups } from './settings.ts'
import { rowOf, settingsDocument, settingsPath } from './settings-document.ts'

test('docs/settings.md lists the settings as they are declared; `npm run settings` writes it', () => {
  expect(readFileSync(settingsPath, 'utf8')).toBe(settingsDocument())
})

test('a setting is declared once', () => {
  const names = settingGroups.flatMap(({ schema }) => Object.keys(schema.shape))
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
})

test('what a secret is called is marked as one', () => {
  const open = settingGroups
    .flatMap(({ schema }) => Object.entries(schema.shape))
    .filter(([, setting]) => !(setting as z.ZodType).meta()?.secret)
    .map(([name]) => name)
  // The web-app token is in every client, and the id of a key is not the key itself.
  const wrong = open.filter((name) => /SECRET|PASSWORD|TOKEN|PRIVATE|KEY$/.test(name) && !/PUBLISHABLE|^API_TOKEN$/.test(name))
  expect(wrong).toEqual([])
})

test('a row says the values and the default of the schema', () => {
  const described = (schema: z.ZodType) => rowOf('NAME', schema.meta({ description: 'meaning' }))
  expect(described(z.stringbool().default(false))).toBe('| `NAME` | `true`, `false` | `false` | meaning |')
  expect(described(z.coerce.number().int().min(1).optional())).toBe('| `NAME` | number from 1 | – | meaning |')
  expect(described(z.enum(['a', 'b']).default('b'))).toBe('| `NAME` | `a`, `b` | `b` | meaning |')
  expect(described(z.url().optional())).toBe('| `NAME` | URL | – | meaning |')
  const list = z
    .string()
    .default('b,a')
    .transform(listIn)
    .pipe(z.array(z.enum(['a', 'b'])))
  expect(described(list)).toBe('| `NAME` | list of `a`, `b` | `b,a` | meaning |')
  expect(() => rowOf('NAME', z.string())).toThrow('NAME has no description')
})
