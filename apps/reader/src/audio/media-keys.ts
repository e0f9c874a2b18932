/** Actions of media keys, headsets and lock screens. */
export type MediaKeys = {
  play(): void
  pause(): void
  stop(): void
  next(): void
  previous(): void
  forward(): void
  back(): void
}
type MediaSessionOf = {
  update(now: { title: string; artist: string; album: string; cover: string; playing: boolean }): void
  close(): void
}

/** Half a second of silence: browsers send media keys only to pages that play audio, and speech synthesis does not count. */
const SILENCE = { rate: 8000, samples: 4000 }

/** Handles media keys while reading aloud; does nothing in browsers without the Media Session API. */
export function takeMediaKeys(keys: MediaKeys): MediaSessionOf {
  const session = navigator.mediaSession as MediaSession | undefined
  if (!session) return { update: () => undefined, close: () => undefined }
  const address = URL.createObjectURL(new Blob([silence()], { type: 'audio/wav' }))
  const sound = new Audio(address)
  sound.loop = true
  const actions: [MediaSessionAction, () => void][] = [
    ['play', keys.play],
    ['pause', keys.pause],
    ['stop', keys.stop],
    ['nexttrack', keys.next],
    ['previoustrack', keys.previous],
    ['seekforward', keys.forward],
    ['seekbackward', keys.back],
  ]
  const set = (name: MediaSessionAction, act: (() => void) | null) => {
    try {
      session.setActionHandler(name, act)
    } catch {
      // This browser does not support the key.
    }
  }
  for (const [name, act] of actions) set(name, act)
  return {
    update({ title, artist, album, cover, playing }) {
      session.metadata = new MediaMetadata({ title, artist, album, artwork: [{ src: cover }] })
      session.playbackState = playing ? 'playing' : 'paused'
      if (playing) void sound.play().catch(() => undefined)
      else sound.pause()
    },
    close() {
      sound.pause()
      URL.revokeObjectURL(address)
      for (const [name] of actions) set(name, null)
      session.metadata = null
      session.playbackState = 'none'
    },
  }
}

/** Returns a mono WAV file of silence with eight bits per sample. */
function silence(): ArrayBuffer {
  const { rate, samples } = SILENCE
  const file = new DataView(new ArrayBuffer(44 + samples))
  const word = (at: number, text: string) => {
    for (const [index, letter] of [...text].entries()) file.setUint8(at + index, letter.charCodeAt(0))
  }
  word(0, 'RIFF')
  file.setUint32(4, 36 + samples, true)
  word(8, 'WAVEfmt ')
  file.setUint32(16, 16, true)
  file.setUint16(20, 1, true)
  file.setUint16(22, 1, true)
  file.setUint32(24, rate, true)
  file.setUint32(28, rate, true)
  file.setUint16(32, 1, true)
  file.setUint16(34, 8, true)
  word(36, 'data')
  file.setUint32(40, samples, true)
  new Uint8Array(file.buffer, 44).fill(128)
  return file.buffer
}
