import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type MediaKeys, takeMediaKeys } from './media-keys.ts'

type Action = (() => void) | null
let handlers: Map<string, Action>
let session: { metadata: object | null; playbackState: string; setActionHandler(name: string, act: Action): void }
let sounds: { address: string; loop: boolean; playing: boolean }[]
let files: Map<string, Blob>

beforeEach(() => {
  handlers = new Map()
  sounds = []
  files = new Map()
  session = {
    metadata: null,
    playbackState: 'none',
    setActionHandler(name, act) {
      // Browsers throw on unsupported keys.
      if (name === 'stop') throw new TypeError(`${name} is no key of this browser`)
      handlers.set(name, act)
    },
  }
  vi.stubGlobal('navigator', { mediaSession: session })
  vi.stubGlobal(
    'MediaMetadata',
    class {
      constructor(values: object) {
        Object.assign(this, values)
      }
    },
  )
  vi.stubGlobal(
    'Audio',
    class {
      loop = false
      playing = false
      address: string
      constructor(address: string) {
        this.address = address
        sounds.push(this)
      }
      async play() {
        this.playing = true
      }
      pause() {
        this.playing = false
      }
    },
  )
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    const address = `blob:${files.size}`
    files.set(address, file as Blob)
    return address
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => void files.delete(address))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function taken() {
  const pressed: string[] = []
  const names = ['play', 'pause', 'stop', 'next', 'previous', 'forward', 'back'] as const
  const keys = Object.fromEntries(names.map((name) => [name, () => pressed.push(name)])) as unknown as MediaKeys
  return { pressed, media: takeMediaKeys(keys) }
}
const article = { title: 'Der Hafen', artist: 'Stadtluft', album: 'Nr. 11', cover: '/cover.webp' }

test('handles every media key, also in browsers that lack one', () => {
  const { pressed } = taken()
  for (const name of ['play', 'pause', 'nexttrack', 'previoustrack', 'seekforward', 'seekbackward']) handlers.get(name)!()
  expect(pressed).toEqual(['play', 'pause', 'next', 'previous', 'forward', 'back'])
})

test('the lock screen shows article, issue and playback state', () => {
  const { media } = taken()
  media.update({ ...article, playing: true })
  expect(session.metadata).toEqual({
    title: 'Der Hafen',
    artist: 'Stadtluft',
    album: 'Nr. 11',
    artwork: [{ src: '/cover.webp' }],
  })
  expect(session.playbackState).toBe('playing')
  media.update({ ...article, title: 'Der Berg', playing: false })
  expect(session).toMatchObject({ metadata: { title: 'Der Berg' }, playbackState: 'paused' })
})

test('plays a silent WAV file while reading aloud, to receive media keys', async () => {
  const { media } = taken()
  media.update({ ...article, playing: true })
  expect(sounds).toMatchObject([{ loop: true, playing: true, address: 'blob:0' }])
  const file = files.get('blob:0')!
  expect(file.type).toBe('audio/wav')
  const bytes = new DataView(await file.arrayBuffer())
  const words = (at: number) => String.fromCharCode(...new Uint8Array(bytes.buffer, at, 4))
  expect([words(0), words(8), words(36)]).toEqual(['RIFF', 'WAVE', 'data'])
  expect(bytes.getUint32(4, true)).toBe(file.size - 8)
  expect(bytes.getUint32(40, true)).toBe(file.size - 44)
  expect(new Set(new Uint8Array(bytes.buffer, 44))).toEqual(new Set([128]))
  media.update({ ...article, playing: false })
  expect(sounds[0]!.playing).toBe(false)
})

test('releases media keys and silence when closed', () => {
  const { pressed, media } = taken()
  media.update({ ...article, playing: true })
  media.close()
  expect([...handlers.values()].every((act) => act === null)).toBe(true)
  expect(session).toMatchObject({ metadata: null, playbackState: 'none' })
  expect(sounds[0]!.playing).toBe(false)
  expect(files.size).toBe(0)
  expect(pressed).toEqual([])
})

test('reads aloud in a browser without media keys', () => {
  vi.stubGlobal('navigator', {})
  const { media } = taken()
  media.update({ ...article, playing: true })
  media.close()
  expect(sounds).toEqual([])
})
