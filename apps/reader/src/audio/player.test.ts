import { MINUTE_MS } from '@kiosk/domain/time'
import { afterEach, expect, test, vi } from 'vitest'
import { createPlayer } from './player.ts'
import { fakeVoice } from './testing/fake-voice.ts'

const entries = ['1', '2'].map((id) => ({ id, headline: `Artikel ${id}`, firstPage: 1, lastPage: 1 }))
const blocks: Record<string, string[]> = { '1': ['Der Hafen', 'Er schläft. Wer wacht?'], '2': ['Der Berg', 'Er steht.'] }

async function listening(languages = ['de']) {
  const voice = fakeVoice(languages)
  const player = createPlayer({
    voice,
    queue: () => entries,
    load: async (id) => ({ language: 'de-AT', blocks: blocks[id]! }),
    first: entries[0]!,
    speed: 1,
  })
  player.play(entries[0]!)
  await vi.waitFor(() => expect(player.now().state).not.toBe('loading'), 10_000)
  return { voice, player, last: () => voice.started.at(-1)?.sentence }
}

afterEach(() => vi.useRealTimers())

test('reads an article sentence by sentence with its position, then the next article', async () => {
  const { voice, player, last } = await listening()
  expect(last()).toBe('Der Hafen')
  expect(player.now().place).toEqual({ id: '1', block: 0, start: 0, end: 9 })
  await voice.finish()
  await voice.finish()
  expect(last()).toBe('Wer wacht?')
  expect(player.now().place).toEqual({ id: '1', block: 1, start: 12, end: 22 })
  await voice.finish()
  await vi.waitFor(() => expect(last()).toBe('Der Berg'), 10_000)
  expect(player.now().entry.id).toBe('2')
  await voice.finish()
  await voice.finish()
  await vi.waitFor(() => expect(player.now().state).toBe('ended'), 10_000)
})

test('repeats the paused sentence from its start when resumed', async () => {
  const { voice, player, last } = await listening()
  await voice.finish()
  player.pause()
  expect(player.now().state).toBe('paused')
  player.resume()
  await vi.waitFor(() => expect(voice.started).toHaveLength(3), 10_000)
  expect(last()).toBe('Er schläft.')
})

test('skips sentences and articles, and stops at the last one', async () => {
  const { voice, player, last } = await listening()
  player.skip(1)
  await vi.waitFor(() => expect(last()).toBe('Er schläft.'), 10_000)
  player.skip(-1)
  await vi.waitFor(() => expect(last()).toBe('Der Hafen'), 10_000)
  player.skip(-1)
  await vi.waitFor(() => expect(voice.started).toHaveLength(4), 10_000)
  expect(last()).toBe('Der Hafen')
  player.skipArticle(1)
  await vi.waitFor(() => expect(last()).toBe('Der Berg'), 10_000)
  player.skip(1)
  player.skip(1)
  await vi.waitFor(() => expect(last()).toBe('Er steht.'), 10_000)
  player.skipArticle(-1)
  await vi.waitFor(() => expect(last()).toBe('Der Berg'), 10_000)
  player.skipArticle(-1)
  await vi.waitFor(() => expect(last()).toBe('Der Hafen'), 10_000)
  expect(player.now().state).toBe('speaking')
})

test('applies a new speed at once, within the same sentence', async () => {
  const { voice, player } = await listening()
  player.setSpeed(1.5)
  await vi.waitFor(() => expect(voice.started).toHaveLength(2), 10_000)
  expect(voice.started.at(-1)).toEqual({ sentence: 'Der Hafen', language: 'de-AT', rate: 1.5 })
})

test('reports a missing voice for the language', async () => {
  const { voice, player } = await listening(['fr'])
  expect(player.now()).toMatchObject({ state: 'no-voice', language: 'de-AT' })
  expect(voice.started).toEqual([])
})

test('keeps its place when a voice fails, and can resume', async () => {
  const { voice, player, last } = await listening()
  await voice.finish()
  await voice.breakDown()
  expect(player.now()).toMatchObject({ state: 'failed', place: { block: 1 } })
  player.resume()
  await vi.waitFor(() => expect(player.now().state).toBe('speaking'), 10_000)
  expect(last()).toBe('Er schläft.')
  const report = vi.fn()
  vi.stubGlobal('reportError', report)
  await voice.breakDown(new TypeError('unexpected'))
  expect([player.now().state, report.mock.calls.length]).toEqual(['failed', 1])
  vi.unstubAllGlobals()
})

test('the sleep timer stops after its minutes or at the end of the article', async () => {
  const { voice, player } = await listening()
  vi.useFakeTimers()
  player.setSleep(15)
  vi.advanceTimersByTime(14 * MINUTE_MS)
  expect(player.now().state).toBe('speaking')
  vi.advanceTimersByTime(60_000)
  expect(player.now()).toMatchObject({ state: 'paused', sleep: null })
  vi.useRealTimers()
  player.setSleep('article')
  player.resume()
  for (let sentence = 0; sentence < 3; sentence++) {
    await vi.waitFor(() => expect(player.now().state).toBe('speaking'), 10_000)
    await voice.finish()
  }
  await vi.waitFor(() => expect(player.now()).toMatchObject({ state: 'ended', entry: { id: '1' }, sleep: null }), 10_000)
})

test('speaks nothing after it was closed, and reports no changes', async () => {
  const { voice, player } = await listening()
  const changed = vi.fn()
  player.subscribe(changed)
  player.close()
  player.setSleep('article')
  expect(changed).not.toHaveBeenCalled()
  await voice.finish()
  expect(voice.started).toHaveLength(1)
})
