import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ownPath } from './own-path.ts'

it.each([
  ['/magazines?x=1#a', '/magazines?x=1#a'],
  ['/', '/'],
  ['https://evil.example/', null],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['/a/..//evil.example', null],
  ['/\tx', null],
  ['javascript:alert(1)', null],
  ['', null],
  [null, null],
])('maps %j to %j', (requested, path) => {
  expect(ownPath(requested)).toBe(path)
})

it('never leads to another origin', () => {
  const parts = fc.constantFrom(
    '/',
    '\\',
    '//',
    '.',
    '..',
    'evil.example',
    'http:',
    '@',
    ':',
    '?',
    '#',
    '%2f',
    '%5c',
    'a',
    ' ',
    '\n',
  )
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 8 }), (pieces) => {
      const path = ownPath(`/${pieces.join('')}`)
      if (path !== null) expect(new URL(path, 'https://kiosk.example').origin).toBe('https://kiosk.example')
    }),
  )
})
