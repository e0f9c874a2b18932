import { describe, expect, test } from 'vitest'
import { FRAME, followScript, heightScript } from './frame-height.ts'

const OWN = 'https://kiosk.example'
const PROVIDER = 'https://pay.example'

/** The page that frames a provider, as far as its script sees it. */
function framing({ alone = false, embeds = false } = {}) {
  const said: { message: unknown; to: string }[] = []
  const page = {}
  const around = alone ? page : { postMessage: (message: unknown, to: string) => said.push({ message, to }) }
  const provider = {}
  const frame = { contentWindow: provider, style: {} as Record<string, string> }
  const embedded = { offsetHeight: 612 }
  let hear: (event: object) => void = () => {}
  let measured: () => void = () => {}
  const given = {
    window: page,
    parent: around,
    location: { origin: OWN },
    document: { querySelector: () => (embeds ? null : frame), getElementById: () => (embeds ? embedded : null) },
    addEventListener: (_: string, listener: typeof hear) => {
      hear = listener
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
  new Function(...Object.keys(given), heightScript(embeds ? null : PROVIDER))(...Object.values(given))
  const tell = (event: object) =>
    hear({ origin: PROVIDER, source: provider, data: { type: 'sandbox-payments:height', height: 512.4 }, ...event })
  return { said, frame, tell, around, embedded, resize: () => measured() }
}
const says = (height: number) => ({ message: { type: 'payment-frame:height', height }, to: OWN })

describe('the page around a provider’s', () => {
  test('is as high as the provider says, and tells our own page around it, and nobody else', () => {
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
  ])('heeds no message with %s', (_, event) => {
    const { tell, frame, said } = framing()
    tell(event)
    expect(frame.style).toEqual({})
    expect(said).toEqual([])
  })

  test.each([
    [-5, FRAME.lowest],
    [1e9, FRAME.highest],
  ])('does not grow or shrink beyond bounds: %i is %i', (height, shown) => {
    const { tell, said } = framing()
    tell({ data: { type: 'x:height', height } })
    expect(said).toEqual([says(shown)])
  })

  test('says it again when our page asks, which may have begun to listen later', () => {
    const { tell, said, around } = framing()
    tell({ source: around, origin: OWN, data: { type: 'payment-frame:ask' } })
    expect(said).toEqual([])
    tell({})
    tell({ source: around, origin: OWN, data: { type: 'payment-frame:ask' } })
    tell({ source: around, origin: 'https://evil.example', data: { type: 'payment-frame:ask' } })
    expect(said).toEqual([says(513), says(513)])
  })

  test('that stands alone tells nobody', () => {
    const { tell, said, frame } = framing({ alone: true })
    tell({})
    expect(frame.style.height).toBe('513px')
    expect(said).toEqual([])
  })

  test('measures a provider that embeds itself', () => {
    const { said, embedded, resize } = framing({ embeds: true })
    embedded.offsetHeight = 700
    resize()
    expect(said).toEqual([says(612), says(700)])
  })
})

/** Our page with the frame, as far as its script sees it; its frame has borders of one pixel. */
function following(withFrame = true) {
  const asked: unknown[] = []
  const inside = { postMessage: (message: unknown, to: string) => asked.push([message, to]) }
  const frame = { contentWindow: inside, style: {} as Record<string, string>, offsetHeight: 546, clientHeight: 544 }
  let hear: ((event: object) => void) | null = null
  const given = {
    location: { origin: OWN },
    document: { querySelector: () => (withFrame ? frame : null) },
    addEventListener: (_: string, listener: (event: object) => void) => {
      hear = listener
    },
  }
  new Function(...Object.keys(given), followScript)(...Object.values(given))
  const tell = (event: object) =>
    hear?.({ origin: OWN, source: inside, data: { type: 'payment-frame:height', height: 513 }, ...event })
  return { tell, asked, style: frame.style, hears: () => hear !== null }
}

describe('our page with the frame', () => {
  test('makes it as high as it says, borders and all, within bounds', () => {
    const { tell, style } = following()
    tell({})
    expect(style.height).toBe('515px')
    tell({ data: { type: 'payment-frame:height', height: 1e9 } })
    expect(style.height).toBe(`${FRAME.highest + 2}px`)
  })

  test('asks, lest the frame has said it before', () => {
    expect(following().asked).toEqual([[{ type: 'payment-frame:ask' }, OWN]])
  })

  test('without a frame does nothing', () => {
    expect(following(false).hears()).toBe(false)
  })

  test.each([
    { origin: PROVIDER },
    { source: {} },
    { source: null },
    { data: null },
    { data: { type: 'sandbox-payments:height', height: 513 } },
    { data: { type: 'payment-frame:height', height: '513' } },
  ])('case %#: heeds nobody else', (wrong) => {
    const { tell, style } = following()
    tell(wrong)
    expect(style).toEqual({})
  })
})
