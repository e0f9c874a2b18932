import { describe, expect, test } from 'vitest'
import type { Push } from '../port.ts'
import { newPushKeys, readPushKeys } from '../vapid-keys.ts'
import type { FakePushService } from './fake-push-service.ts'

/** Defines the contract suite that every push adapter passes. */
export function pushContract(name: string, bench: () => { push: Push; service: FakePushService }): void {
  const sender = { ...readPushKeys(newPushKeys()), contact: 'mailto:kiosk@example.org' }
  const message = { text: JSON.stringify({ title: 'Hafen: Nr. 7 ist da – „Über die Flöße“' }), topic: 'issue7', lifetime: 3600 }

  describe(`${name} fulfils the push contract`, () => {
    test('delivers a message encrypted for the browser and signed by this instance', async () => {
      const { push, service } = bench()
      const address = service.subscribe()
      expect(await push.send(address, message, sender)).toEqual({ state: 'taken' })
      expect(service.received.filter(({ endpoint }) => endpoint === address.endpoint)).toEqual([
        { endpoint: address.endpoint, ...message, contact: sender.contact },
      ])
    })

    test('rejects a token signed by another key and delivers nothing', async () => {
      const { push, service } = bench()
      const address = service.subscribe()
      const { publicKey } = readPushKeys(newPushKeys())
      expect(await push.send(address, message, { ...sender, publicKey })).toEqual({
        state: 'refused',
        reason: 'the push service answered 403',
      })
      expect(service.received.some(({ endpoint }) => endpoint === address.endpoint)).toBe(false)
    })

    test('delivers the longest message in full', async () => {
      const { push, service } = bench()
      const address = service.subscribe()
      const text = 'ß'.repeat(1950)
      await push.send(address, { ...message, text }, sender)
      expect(service.received.find(({ endpoint }) => endpoint === address.endpoint)?.text).toBe(text)
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
