import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { languageStates, messageKeySource, stateOf } from './message-files.ts'

test('every language has every message with the same placeholders', () => {
  for (const { messages, missing, unknown, placeholders } of languageStates()) {
    expect(messages).toBeGreaterThan(1500)
    expect([missing, unknown, placeholders]).toEqual([[], [], []])
  }
})

test('no message has the name of the demonstration: the operator chooses it', () => {
  const files = ['messages', 'content'].flatMap((name) => {
    const folder = fileURLToPath(new URL(`../../../${name}/`, import.meta.url))
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => folder + path)
  })
  const texts = files.filter((path) => /\.(json|md)$/.test(path))
  expect(texts.length).toBeGreaterThan(100)
  expect(texts.filter((path) => /read-it/i.test(readFileSync(path, 'utf8')))).toEqual([])
})

test('no e-mail refers to a button, because its plain text has none', () => {
  const folder = fileURLToPath(new URL('../../../messages/', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('-emails.json'))
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((path) => /[ “„«](button|bouton)\b/i.test(readFileSync(folder + path, 'utf8')))).toEqual([])
})

test('German has one word for each thing: no Gutschrift, which tax law uses otherwise, no Heft, Knopf or Tarif', () => {
  const folder = fileURLToPath(new URL('../../../messages/de/', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.json'))
  expect(files.filter((path) => /\b(Gutschrift|Hefte?|Knopf|Tarif)\b/.test(readFileSync(folder + path, 'utf8')))).toEqual([])
})

test('reports the missing messages of a language', () => {
  const source = new Map([
    ['a: A', 'Hallo {name}'],
    ['a: B', '{count} Seiten'],
    ['a: C', 'Fertig'],
  ])
  const own = new Map([
    ['a: A', 'Hello {nmae}'],
    ['a: C', ' '],
    ['a: D', 'Done'],
  ])
  expect(stateOf('en', source, own)).toEqual({
    language: 'en',
    messages: 3,
    missing: ['a: B', 'a: C'],
    unknown: ['a: D'],
    placeholders: ['a: A'],
  })
})

test('the generated key type is up to date: run `npm run messages -- --write`', () => {
  const written = readFileSync(fileURLToPath(new URL('./message-key.ts', import.meta.url)), 'utf8')
  expect(written).toBe(messageKeySource())
})

test('the command prints the state of each language', () => {
  const command = fileURLToPath(new URL('./messages-command.ts', import.meta.url))
  expect(execFileSync(process.execPath, [command], { encoding: 'utf8' })).toMatch(
    /^(de|en|fr): \d+ messages, 0 missing, 0 unknown, 0 with other placeholders\n/,
  )
})
