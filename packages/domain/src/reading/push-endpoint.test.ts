import { expect, test } from 'vitest'
import { isPushEndpoint } from './push-endpoint.ts'

test.each([
  ['https://push.example.org/to/abc?x=1', true],
  ['https://a.b.push.example.org:443/to/abc', true],
  ['http://push.example.org/to/abc', false],
  ['https://push.example.org:8443/to/abc', false],
  ['https://somebody@push.example.org/', false],
  ['https://somebody:else@push.example.org/', false],
  ['https://127.0.0.1/', false],
  ['https://0x7f000001/', false],
  ['https://2130706433/', false],
  ['https://[::1]/', false],
  ['https://localhost/', false],
  ['https://localhost./', false],
  ['https://kiosk.local/', false],
  ['https://metadata.google.internal/', false],
  ['https://printer/', false],
  ['file:///etc/passwd', false],
  ['push.example.org', false],
])('%s can be a push service address: %s', (address, can) => {
  expect(isPushEndpoint(address)).toBe(can)
})
