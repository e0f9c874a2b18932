// Values for the fuzzer: valid ones, nearly valid ones, and arbitrary ones.

import { randomNumbers } from '@kiosk/domain/random-numbers'

export type Schema = Record<string, unknown>
export type Chance = {
  /** 0 ≤ n < 1. */
  next(): number
  upTo(most: number): number
  of<T>(all: readonly T[]): T
}

/** Random choices that depend only on a seed, so that a failure can be reproduced. */
export function chanceFrom(seed: number): Chance {
  const next = randomNumbers(seed)
  return { next, upTo: (most) => Math.floor(next() * most), of: (all) => all[Math.floor(next() * all.length)]! }
}

const DAYS = [
  '2026-11-21',
  '2025-01-01',
  '2024-02-29',
  '2026-02-30',
  '0000-01-01',
  '0000-00-00',
  '0001-01-01',
  '9999-12-31',
  '9999-99-99',
  '-010000-01-01',
  '+010000-01-01',
  '-271821-04-20',
  '275760-09-13',
  '10000-01-01',
  '2026-1-1',
  '2026-13-01',
]
const INSTANTS = DAYS.flatMap((day) => [
  `${day}T07:00:00Z`,
  `${day}T23:59:60Z`,
  `${day}T00:00:00+14:00`,
  `${day}T24:00:00.000Z`,
  `${day}T00:00:00-23:59`,
  `${day}T07:00:00.123456789Z`,
])
const MARKS = DAYS.flatMap((day) => [`${day}.1`, `${day}.999999999999999`, `${day}.0`, `best.1`, `best.9999`, `${day}.-1`])
const NUMBERS = [
  '0',
  '1',
  '2',
  '-1',
  '3.5',
  '1e-320',
  '4.9e-324',
  '1e308',
  '1e309',
  '-0',
  '0x10',
  'NaN',
  'Infinity',
  '1e3',
  ' 7 ',
  '',
  '2147483647',
  '2147483648',
  '4294967296',
  '9007199254740991',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '99999999999999999999',
  '1_000',
  '١٢',
  '00000000001',
  '1.0000000000000002',
  '100000',
  '100001',
]
const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u{1f4a9}',
  '\ud800',
  '\udfff\ud800',
  '\u202e',
  '\ufeff',
  '\u0130',
  'ß',
  'ﬁ',
  'e\u0301',
  "'",
  "';--",
  '"',
  '\\',
  '%',
  '_',
  '%00',
  '%zz',
  '../../etc/passwd',
  '..',
  '.',
  '/',
  '//evil.example',
  'a/b',
  '<b>',
  '&amp;',
  '{}',
  '[]',
  '{"a":',
  'null',
  'undefined',
  'true',
  '__proto__',
  'constructor',
  'toString',
  '$where',
  '{{1}}',
  '\r\nx: y',
  '\t',
  '\u2028',
  'javascript:alert(1)',
  'data:,x',
  'https://kiosk.example.org/',
  'mailto:a@b',
  'a@b',
  '@',
  'a@b.c',
  'mara@example.org',
  `${'a'.repeat(64)}@${'b'.repeat(180)}.org`,
  'mara@müller.example',
  '"a b"@example.org',
  'a..b@example.org',
  'select',
  '&',
  '|',
  '!',
  '(',
  ')',
  ':*',
  '<->',
  'a & | b',
  '((((',
  '"""',
  'berg -tal',
  'berg OR',
  '* *',
  'a'.repeat(199),
]
const LENGTHS = [1, 2, 17, 63, 64, 65, 200, 201, 255, 256, 1_000, 4_096, 4_097, 20_000]

/** Returns an arbitrary value, independent of the schema. */
export function wild(chance: Chance): string {
  switch (chance.upTo(8)) {
    case 0:
      return chance.of(DAYS)
    case 1:
      return chance.of(INSTANTS)
    case 2:
      return chance.of(MARKS)
    case 3:
      return chance.of(NUMBERS)
    case 4:
      return chance.of(TEXTS) + chance.of(TEXTS)
    case 5:
      return chance.of(['a', 'ä', '0', ' ', '\u{1f4a9}', '%', "'", '(']).repeat(chance.of(LENGTHS))
    case 6:
      return String.fromCharCode(...Array.from({ length: 1 + chance.upTo(12) }, () => chance.upTo(65_536)))
    default:
      return chance.of(TEXTS)
  }
}

/** Returns mostly a valid value for a schema; `known`: existing values by the name of the field. */
export function typed(schema: Schema, name: string, known: Record<string, readonly string[]>, chance: Chance): string {
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (choices) return typed(chance.of(choices), name, known, chance)
  const knownHere = known[name]
  if (knownHere && chance.next() < 0.7) return chance.of(knownHere)
  if (Array.isArray(schema.enum)) return String(chance.of(schema.enum))
  if ('const' in schema) return String(schema.const)
  if (Array.isArray(schema.examples) && chance.next() < 0.4) return String(chance.of(schema.examples))
  switch (schema.format) {
    case 'date':
      return chance.of(DAYS)
    case 'date-time':
      return chance.of(INSTANTS)
  }
  switch (schema.type) {
    case 'integer':
    case 'number':
      return aNumber(schema, chance)
    case 'boolean':
      return chance.of(['true', 'false', '1', '0'])
  }
  if (name === 'after') return chance.of([...MARKS, ...INSTANTS])
  if (/day|date|end|from|until|version/i.test(name) && chance.next() < 0.6) return chance.of(DAYS)
  const longest = Math.min(Number(schema.maxLength ?? 40), 300)
  const shortest = Math.min(Number(schema.minLength ?? 0), longest)
  return chance
    .of(['Mara Muster', 'garten', 'ein Text', 'Ö', 'x', 'true', '1', 'de'])
    .repeat(longest)
    .slice(0, shortest + chance.upTo(longest - shortest + 1))
}

function aNumber(schema: Schema, chance: Chance): string {
  const least = Number(schema.minimum ?? schema.exclusiveMinimum ?? 0)
  const most = Math.min(Number(schema.maximum ?? schema.exclusiveMaximum ?? least + 50), Number.MAX_SAFE_INTEGER)
  switch (chance.upTo(5)) {
    case 0:
      return String(least)
    case 1:
      return String(most)
    case 2:
      return chance.of(NUMBERS)
    default:
      return String(least + chance.upTo(Math.min(50, most - least) + 1))
  }
}
