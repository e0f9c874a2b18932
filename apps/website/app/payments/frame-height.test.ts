import { describe, expect, test } from 'vitest'
import { FRAME, followScript, heightScript } from './frame-height.ts'

const OWN = 'https://kiosk.example'
const PROVIDER = 'https://pay.example'

/** Fakes the page that frames a provider, for its script. */
function framing({ alone = false, embeds = false } = {}) {
  const said: { message: unknown; to: string }[] = []
  const page = {}
  const around = alone ? page : { postMessage: (message: unknown, to: string) => said.push({ message, to }) }
  const provider = {}
  const frame = { contentWindow: provider, style: {} as Record<string, string> }
  const embedded = { offsetHeight: 612 }
  let listenTo: (event: object) => void = () => {}
  let measured: () => void = () => {}
  const options = {
    window: page,
    parent: around,
    location: { origin: OWN },
    document: { querySelector: () => (embeds ? null : frame), getElementById: () => (embeds ? embedded : null) },
    addEventListener: (_: string, listener: typeof listenTo) => {
      listenTo = listener
    },
    ResizeObserver: class {
      constructor(changed: () => void) {
        measured = changed
      }
      observe() {
        measured()
      }
    },
  }
  new Function(...Object.keys(options), heightScript(embeds ? null : PROVIDER))(...Object.values(options))
  const tell = (event: object) =>
    listenTo({ origin: PROVIDER, source: provider, data: { type: 'sandbox-payments:height', height: 512.4 }, ...event })
  return { said, frame, tell, around, embedded, resize: () => measured() }
}
const says = (height: number) => ({ message: { type: 'payment-frame:height', height }, to: OWN })

describe("the page around the provider's page", () => {
  test("takes the provider's height and passes it to our own page only", () => {
    const { tell, frame, said } = framing()
    tell({})
    expect(frame.style).toEqual({ minHeight: '0', height: '513px' })
    expect(said).toEqual([says(513)])
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['our own origin', { origin: OWN }],
    ['another window', { source: {} }],
    ['no height', { data: { type: 'sandbox-payments:height' } }],
    ['words', { data: { type: 'sandbox-payments:height', height: '900px' } }],
    ['no number', { data: { type: 'sandbox-payments:height', height: Number.NaN } }],
    ['another message', { data: { type: 'sandbox-payments:done', height: 900 } }],
    ['nothing', { data: null }],
  ])('ignores a message with %s', (_, event) => {
    const { tell, frame, said } = framing()
    tell(event)
    expect(frame.style).toEqual({})
    expect(said).toEqual([])
  })

  test.each([
    [-5, FRAME.lowest],
    [1e9, FRAME.highest],
  ])('keeps the height within limits: %i becomes %i', (height, shown) => {
    const { tell, said } = framing()
    tell({ data: { type: 'x:height', height } })
    expect(said).toEqual([says(shown)])
  })

  test('repeats the height when our page asks, because it may start listening later', () => {
    const { tell, said, around } = framing()
    tell({ source: around, origin: OWN, data: { type: 'payment-frame:ask' } })
    expect(said).toEqual([])
    tell({})
    tell({ source: around, origin: OWN, data: { type: 'payment-frame:ask' } })
    tell({ source: around, origin: 'https://evil.example', data: { type: 'payment-frame:ask' } })
    expect(said).toEqual([says(513), says(513)])
  })

  test('sends nothing when it is not framed', () => {
    const { tell, said, frame } = framing({ alone: true })
    tell({})
    expect(frame.style.height).toBe('513px')
    expect(said).toEqual([])
  })

  test('measures the content of a provider that embeds itself', () => {
    const { said, embedded, resize } = framing({ embeds: true })
    embedded.offsetHeight = 700
    resize()
    expect(said).toEqual([says(612), says(700)])
  })
})

/** Fakes our page with the frame, which has borders of one pixel, for its script. */
function following(withFrame = true) {
  const requested: unknown[] = []
  const inside = { postMessage: (message: unknown, to: string) => requested.push([message, to]) }
  const frame = { contentWindow: inside, style: {} as Record<string, string>, offsetHeight: 546, clientHeight: 544 }
  let listenTo: ((event: object) => void) | null = null
  const options = {
    location: { origin: OWN },
    document: { querySelector: () => (withFrame ? frame : null) },
    addEventListener: (_: string, listener: (event: object) => void) => {
      listenTo = listener
    },
  }
  new Function(...Object.keys(options), followScript)(...Object.values(options))
  const tell = (event: object) =>
    listenTo?.({ origin: OWN, source: inside, data: { type: 'payment-frame:height', height: 513 }, ...event })
  return { tell, requested, style: frame.style, hears: () => listenTo !== null }
}

describe('our page with the frame', () => {
  test('sets the frame to the reported height plus borders, within limits', () => {
    const { tell, style } = following()
    tell({})
    expect(style.height).toBe('515px')
    tell({ data: { type: 'payment-frame:height', height: 1e9 } })
    expect(style.height).toBe(`${FRAME.highest + 2}px`)
  })

  test('requests the height, because the frame may have reported it earlier', () => {
    expect(following().requested).toEqual([[{ type: 'payment-frame:ask' }, OWN]])
  })

  test('does nothing without a frame', () => {
    expect(following(false).hears()).toBe(false)
  })

  test.each([
    { origin: PROVIDER },
    { source: {} },
    { source: null },
    { data: null },
    { data: { type: 'sandbox-payments:height', height: 513 } },
    { data: { type: 'payment-frame:height', height: '513' } },
  ])('case %#: ignores messages of others', (wrong) => {
    const { tell, style } = following()
    tell(wrong)
    expect(style).toEqual({})
  })
})
