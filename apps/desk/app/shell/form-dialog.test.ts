import { expect, test } from 'vitest'
import { momentIn } from './form-dialog.tsx'

test.each([
  ['2026-12-01T08:00', '2026-12-01T07:00:00.000Z'],
  ['2026-07-01T08:00:30', '2026-07-01T06:00:00.000Z'],
  ['', null],
])('the time %j is that of the markets, wherever the browser is: %s', (typed, moment) => {
  const form = new FormData()
  form.set('at', typed)
  expect(momentIn(form, 'at')).toBe(moment)
})
