import { describe, expect, test } from 'vitest'
import { FRAME, followScript, heightScript } from './frame-height.ts'

const OWN = 'https://kiosk.example'
const PROVIDER = 'https://pay.example'

/** Fakes the page that frames a provider, for its script. */
function framing({ alone = false, embeds = false } = {}) {
  const sent: { message: unknown; to: string }[] = []
  const page = {}
  const outer = alone ? page : { postMessage: (message: unknown, to: string) => sent.push({ message, to }) }
  const provider = {}
  const frame = { contentWindow: provider, style: {} as Record<string, string> }
  const embedded = { offsetHeight: 612 }
  let listenTo: (event: object) => void = () => {}
  let measured: () => void = () => {}
  const options = {
    window: page,
    parent: outer,
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
  const receive = (event: object) =>
    listenTo({ origin: PROVIDER, source: provider, data: { type: 'sandbox-payments:height', height: 512.4 }, ...event })
  return { sent, frame, receive, outer, embedded, resize: () => measured() }
}
const heightMessage = (height: number) => ({ message: { type: 'payment-frame:height', height }, to: OWN })

describe("the page around the provider's page", () => {
  test("takes the provider's height and passes it to our own page only", () => {
    const { receive, frame, sent } = framing()
    receive({})
    expect(frame.style).toEqual({ minHeight: '0', height: '513px' })
    expect(sent).toEqual([heightMessage(513)])
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
    const { receive, frame, sent } = framing()
    receive(event)
    expect(frame.style).toEqual({})
    expect(sent).toEqual([])
  })

  test.each([
    [-5, FRAME.lowest],
    [1e9, FRAME.highest],
  ])('keeps the height within limits: %i becomes %i', (height, shown) => {
    const { receive, sent } = framing()
    receive({ data: { type: 'x:height', height } })
    expect(sent).toEqual([heightMessage(shown)])
  })

  test('repeats the height when our page asks, because it may start listening later', () => {
    const { receive, sent, outer } = framing()
    receive({ source: outer, origin: OWN, data: { type: 'payment-frame:ask' } })
    expect(sent).toEqual([])
    receive({})
    receive({ source: outer, origin: OWN, data: { type: 'payment-frame:ask' } })
    receive({ source: outer, origin: 'https://evil.example', data: { type: 'payment-frame:ask' } })
    expect(sent).toEqual([heightMessage(513), heightMessage(513)])
  })

  test('sends nothing when it is not framed', () => {
    const { receive, sent, frame } = framing({ alone: true })
    receive({})
    expect(frame.style.height).toBe('513px')
    expect(sent).toEqual([])
  })

  test('measures the content of a provider that embeds itself', () => {
    const { sent, embedded, resize } = framing({ embeds: true })
    embedded.offsetHeight = 700
    resize()
    expect(sent).toEqual([heightMessage(612), heightMessage(700)])
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
  const receive = (event: object) =>
    listenTo?.({ origin: OWN, source: inside, data: { type: 'payment-frame:height', height: 513 }, ...event })
  return { receive, requested, style: frame.style, listens: () => listenTo !== null }
}

describe('our page with the frame', () => {
  test('sets the frame to the reported height plus borders, within limits', () => {
    const { receive, style } = following()
    receive({})
    expect(style.height).toBe('515px')
    receive({ data: { type: 'payment-frame:height', height: 1e9 } })
    expect(style.height).toBe(`${FRAME.highest + 2}px`)
  })

  test('requests the height, because the frame may have reported it earlier', () => {
    expect(following().requested).toEqual([[{ type: 'payment-frame:ask' }, OWN]])
  })

  test('does nothing without a frame', () => {
    expect(following(false).listens()).toBe(false)
  })

  test.each([
    { origin: PROVIDER },
    { source: {} },
    { source: null },
    { data: null },
    { data: { type: 'sandbox-payments:height', height: 513 } },
    { data: { type: 'payment-frame:height', height: '513' } },
  ])('case %#: ignores messages of others', (wrong) => {
    const { receive, style } = following()
    receive(wrong)
    expect(style).toEqual({})
  })
})
