import { describe, expect, test } from 'vitest'
import type { Push } from './port.ts'
import type { PretendPushService } from './pretend-push-service.ts'
import { newPushKeys, readPushKeys } from './push-keys.ts'

/** What every way to a push service promises. */
export function pushContract(name: string, bench: () => { push: Push; service: PretendPushService }): void {
  const sender = { ...readPushKeys(newPushKeys()), contact: 'mailto:kiosk@example.org' }
  const message = { text: JSON.stringify({ title: 'Hafen: Nr. 7 ist da – „Über die Flöße“' }), topic: 'issue7', lifetime: 3600 }

  describe(`${name} promises`, () => {
    test('a message arrives at the browser it is sealed for, signed by the house', async () => {
      const { push, service } = bench()
      const address = service.subscribe()
      expect(await push.send(address, message, sender)).toEqual({ state: 'taken' })
      expect(service.told.filter(({ endpoint }) => endpoint === address.endpoint)).toEqual([
        { endpoint: address.endpoint, ...message, contact: sender.contact },
      ])
    })

    test('a word signed by another key than it names is refused, and nothing arrives', async () => {
      const { push, service } = bench()
      const address = service.subscribe()
      const { publicKey } = readPushKeys(newPushKeys())
      expect(await push.send(address, message, { ...sender, publicKey })).toEqual({
        state: 'refused',
        reason: 'the push service answered 403',
      })
      expect(service.told.some(({ endpoint }) => endpoint === address.endpoint)).toBe(false)
    })

    test('the longest message of ours arrives whole', async () => {
      const { push, service } = bench()
      const address = service.subscribe()
      const text = 'ß'.repeat(1950)
      await push.send(address, { ...message, text }, sender)
      expect(service.told.find(({ endpoint }) => endpoint === address.endpoint)?.text).toBe(text)
    })

    test.each([
      [{ status: 404 }, { state: 'gone' }],
      [{ status: 410 }, { state: 'gone' }],
      [
        { status: 429, retryAfter: '120' },
        { state: 'later', seconds: 120, reason: 'the push service answered 429' },
      ],
      [{ status: 500 }, { state: 'later', seconds: null, reason: 'the push service answered 500' }],
      [
        { status: 503, retryAfter: 'bald' },
        { state: 'later', seconds: null, reason: 'the push service answered 503' },
      ],
      [{ status: 400 }, { state: 'refused', reason: 'the push service answered 400' }],
      [{ status: 413 }, { state: 'refused', reason: 'the push service answered 413' }],
      [{ status: 302 }, { state: 'refused', reason: 'the push service answered 302' }],
    ])('%j means %j', async (declined, outcome) => {
      const { push, service } = bench()
      const address = service.subscribe()
      service.declines.set(address.endpoint, declined)
      expect(await push.send(address, message, sender)).toEqual(outcome)
    })
  })
}
