import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renderIssue } from '../render-issue.ts'
import * as fake from '../testing/fake-onnxruntime.ts'
import { makePdf } from '../testing/malformed-pdfs.ts'
import { type DescribedBox, type ModelDescription, writeModel } from '../testing/onnx-models.ts'
import { createWorkers } from '../workers/workers.ts'
import { createLayoutModel, type LayoutLimits, type LayoutProblem } from './layout-model.ts'

// The optional package is looked for where Node looks, including NODE_PATH.
const installed = (() => {
  try {
    return pathToFileURL(createRequire(import.meta.url).resolve('onnxruntime-node')).href
  } catch {
    return null
  }
})()
if (!installed) console.warn('Only a fake runtime is tested: the optional package onnxruntime-node is not installed here.')
const FAKE = new URL('../testing/fake-onnxruntime.ts', import.meta.url).href
const RUNTIMES = [
  { name: 'a fake runtime', runtime: FAKE },
  ...(installed ? [{ name: 'onnxruntime-node', runtime: installed }] : []),
]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'layout-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let written = 0
async function modelFile(model: ModelDescription): Promise<string> {
  const path = join(folder, `model-${++written}.onnx`)
  await writeModel(path, model)
  return path
}

const grey = (side: number, value: number) => new Uint8Array(3 * side * side).fill(value)

/** Shows pages to a model and returns what it finds on each, and its problems. */
async function seen(
  { path, runtime, limits = {} }: { path: string; runtime: string; limits?: Partial<LayoutLimits> },
  pages: Uint8Array[] = [grey(640, 255)],
) {
  const problems: LayoutProblem[] = []
  const model = createLayoutModel({ path, runtime, limits, onProblem: (problem) => problems.push(problem) })
  try {
    const opened = await model.open()
    const found = await Promise.all(pages.map((page, index) => model.boxesOn(page, { file: 'issue.pdf', page: index + 1 })))
    return { opened, found, problems }
  } finally {
    await model.close()
  }
}

test('the fake runtime says what it is', () => {
  expect(fake.isFake).toBe(true)
})

describe.each(RUNTIMES)('with $name', ({ runtime }) => {
  const BOXES: DescribedBox[] = [
    [0, 0.9, 64, 128, 320, 192],
    [8, 0.5, 0, 320, 640, 640],
  ]

  test('the boxes of a model like heron are fractions of the page with their label, role and score, the surest first', async () => {
    const path = await modelFile({ kind: 'docling', boxes: BOXES.toReversed() })
    const { opened, found, problems } = await seen({ path, runtime })
    expect(problems).toEqual([])
    expect(opened).toEqual({ kind: 'docling', side: 640 })
    expect(found).toEqual([
      [
        {
          label: 'Caption',
          role: 'caption',
          score: expect.closeTo(0.9),
          x: 0.1,
          y: 0.2,
          width: 0.4,
          height: expect.closeTo(0.1),
        },
        { label: 'Table', role: 'table', score: 0.5, x: 0, y: 0.5, width: 1, height: 0.5 },
      ],
    ])
  })

  test.each([
    [640, 'image', 'table_title'],
    [800, 'image', 'reference'],
  ])('the boxes of a model like PP-DocLayout for %i pixels have its labels', async (side, first, tenth) => {
    const boxes: DescribedBox[] = [
      [1, 0.8, 0.25 * side, 0.5 * side, 0.75 * side, side],
      [9, 0.7, 0, 0, side, side],
    ]
    const path = await modelFile({ kind: 'paddle', side, boxes })
    const { opened, found, problems } = await seen({ path, runtime }, [grey(side, 255)])
    expect([opened, problems]).toEqual([{ kind: 'paddle', side }, []])
    expect(found[0]!.map(({ label }) => label)).toEqual([first, tenth])
    expect(found[0]![0]).toMatchObject({ role: 'picture', x: 0.25, y: 0.5, width: 0.5, height: 0.5 })
  })

  test('a model gets values from 0 to 1 and is asked for boxes of the square picture', async () => {
    const path = await modelFile({ kind: 'docling', boxes: [[9, 1, 0, 0, 0, 0]], brightness: true })
    const { found } = await seen({ path, runtime }, [grey(640, 255), grey(640, 153), grey(640, 0)])
    const whole = { label: 'Text', x: 0, y: 0, width: 1, height: 1 }
    expect(found).toMatchObject([
      [{ ...whole, score: expect.closeTo(1, 2) }],
      [{ ...whole, score: expect.closeTo(0.6, 2) }],
      // It is not sure at all.
      [],
    ])
  })

  test.each([
    ['takes bytes', { isBytes: true }],
    ['leaves the size of the picture open', { side: null }],
  ])('a model like heron that %s is used as well', async (_, more) => {
    const { found, problems } = await seen({ path: await modelFile({ kind: 'docling', boxes: BOXES, ...more }), runtime })
    expect(problems).toEqual([])
    expect(found[0]).toHaveLength(2)
  })

  test.each([
    [
      'other inputs',
      { kind: 'docling', boxes: [], inputs: ['pixels'] },
      /neither .* \(inputs pixels; outputs labels, boxes, scores\)/,
    ],
    ['pictures of another size', { kind: 'paddle', boxes: [], side: 480 }, /labels are unknown: .*480,480/],
    ['pictures of any size', { kind: 'paddle', boxes: [], side: null }, /labels are unknown/],
  ] as [string, ModelDescription, RegExp][])('a model with %s is named once and not used', async (_, model, problem) => {
    const path = await modelFile(model)
    const { opened, found, problems } = await seen({ path, runtime }, [grey(640, 255), grey(640, 255)])
    expect([opened, found]).toEqual([null, [undefined, undefined]])
    expect(problems).toEqual([{ event: 'layout.unavailable', problem: expect.stringMatching(problem) }])
    expect(problems[0]!.problem).toContain(`LAYOUT_MODEL ${path}`)
  })

  test('a missing file and a file that is no model are named once', async () => {
    const none = join(folder, 'none.onnx')
    const { problems } = await seen({ path: none, runtime }, [grey(640, 255), grey(640, 255)])
    expect(problems).toEqual([{ event: 'layout.unavailable', problem: `LAYOUT_MODEL ${none}: there is no such file` }])
    const garbage = join(folder, 'garbage.onnx')
    await writeFile(garbage, 'no model')
    const other = await seen({ path: garbage, runtime })
    expect(other.problems).toEqual([{ event: 'layout.unavailable', problem: expect.stringMatching(/failed:.*[Pp]rotobuf/) }])
  })

  test('rows of another length are a failure, because their labels are unknown', async () => {
    const path = await modelFile({ kind: 'paddle', boxes: [[1, 0.9, 0, 0, 80, 80]], columns: 8 })
    const { found, problems } = await seen({ path, runtime }, [grey(800, 255)])
    expect(found).toEqual([undefined])
    expect(problems[0]).toMatchObject({ event: 'layout.page-failed', problem: expect.stringContaining('[1,8]') })
  })

  test('a model that throws fails page by page, and is not used any more after three', async () => {
    const path = await modelFile({ kind: 'docling', boxes: BOXES, fails: true })
    const { found, problems } = await seen(
      { path, runtime },
      Array.from({ length: 5 }, () => grey(640, 255)),
    )
    expect(found).toEqual(Array(5).fill(undefined))
    expect(problems.map(({ event }) => event)).toEqual([...Array(3).fill('layout.page-failed'), 'layout.unavailable'])
    expect(problems[1]).toMatchObject({ file: 'issue.pdf', page: 2, problem: expect.stringContaining('Reshape') })
  })

  test('a page that takes too long is given up, and the next ones too if they do', async () => {
    const path = await modelFile({ kind: 'docling', boxes: BOXES })
    const { problems } = await seen({ path, runtime, limits: { pageMs: 1, failedPages: 2 } }, [grey(640, 255), grey(640, 255)])
    expect(problems).toMatchObject([
      { event: 'layout.page-failed', page: 1, problem: 'it takes longer than 0.001 seconds' },
      { event: 'layout.page-failed', page: 2 },
      { event: 'layout.unavailable', problem: expect.stringContaining('it has failed on 2 pages in a row') },
    ])
  })

  test.each(['docling', 'paddle'] as const)(
    'numbers of %s that make no sense are left out, and the others are kept',
    async (kind) => {
      const side = kind === 'docling' ? 640 : 800
      const good: DescribedBox = [1, 0.9, 0.1 * side, 0.1 * side, 0.2 * side, 0.2 * side]
      const [, score, ...sides] = good
      const wrong: DescribedBox[] = [
        [1, Number.NaN, ...sides],
        [1, Number.POSITIVE_INFINITY, ...sides],
        [1, 2, ...sides],
        [1, -1, ...sides],
        [-1, score, ...sides],
        [99, score, ...sides],
        [1, score, Number.NaN, 0, 10, 10],
        [1, score, 0, 0, Number.POSITIVE_INFINITY, 10],
        [1, score, 0, Number.NEGATIVE_INFINITY, 10, 10],
        // Turned round, without a size, beside the page.
        [1, score, 50, 50, 20, 20],
        [1, score, 50, 50, 50, 50],
        [1, score, -90, 10, -20, 30],
        [1, score, side + 1, 10, side + 90, 30],
      ]
      const beyond: DescribedBox = [1, 0.8, -side, 0.5 * side, 9 * side, 3e38]
      const { found, problems } = await seen({ path: await modelFile({ kind, boxes: [...wrong, good, beyond] }), runtime }, [
        grey(side, 255),
      ])
      expect(problems).toEqual([])
      expect(found[0]).toHaveLength(2)
      expect(found[0]).toMatchObject([{ x: expect.closeTo(0.1) }, { x: 0, y: 0.5, width: 1, height: 0.5 }])
    },
  )

  test('of thousands of boxes, the surest are kept', async () => {
    const boxes = Array.from({ length: 5000 }, (_, at): DescribedBox => [9, 0.3 + (at % 5000) / 10_000, 0, 0, 64, 64])
    const { found } = await seen({ path: await modelFile({ kind: 'docling', boxes }), runtime })
    expect(found[0]).toHaveLength(300)
    expect(Math.min(...found[0]!.map(({ score }) => score))).toBeGreaterThan(0.76)
  })

  test('the pages of an issue have what the model sees; with a model that fails they are read all the same', async () => {
    const pdfPath = join(folder, 'issue.pdf')
    await writeFile(pdfPath, makePdf({ pages: Array.from({ length: 3 }, () => ({ lines: ['Am Morgen lag Reif.'] })) }))
    const render = async (path: string | null) => {
      const problems: LayoutProblem[] = []
      const layout = path ? { path, runtime, onProblem: (problem: LayoutProblem) => void problems.push(problem) } : undefined
      const workers = createWorkers({ processes: 1, layout })
      try {
        const pdfInfo = await workers.run('pdfInfo', { path: pdfPath })
        const { pages } = await renderIssue({ pdfInfo, files: null!, folder: '', pdfPath, pictures: 'none' }, workers)
        return { pages, problems }
      } finally {
        await workers.close()
      }
    }
    const without = await render(null)
    expect(without.pages.map((page) => 'layout' in page)).toEqual([false, false, false])
    const withModel = await render(await modelFile({ kind: 'docling', boxes: BOXES }))
    expect(withModel.pages.map(({ layout }) => layout?.length)).toEqual([2, 2, 2])
    expect(withModel.pages.map(({ layout: _, ...page }) => page)).toEqual(without.pages)
    for (const path of [join(folder, 'none.onnx'), await modelFile({ kind: 'docling', boxes: BOXES, fails: true })]) {
      const failing = await render(path)
      expect(failing.pages).toEqual(without.pages)
      expect(failing.problems.at(-1)).toMatchObject({ event: 'layout.unavailable' })
    }
  })
})

test('a missing package is named once, with what to install', async () => {
  const { problems } = await seen({ path: await modelFile({ kind: 'docling', boxes: [] }), runtime: 'no-such-runtime' }, [
    grey(640, 255),
    grey(640, 255),
  ])
  expect(problems).toEqual([
    {
      event: 'layout.unavailable',
      problem: expect.stringMatching(/package onnxruntime-node is not installed \(npm install .*onnxruntime-node@[\d.]+\)$/),
    },
  ])
})

test('a process that ends while it looks at a page costs that page only', async () => {
  const runtime = join(folder, 'ends.mjs')
  const mark = join(folder, 'ended')
  await writeFile(
    runtime,
    `import { existsSync, writeFileSync } from 'node:fs'
     import { InferenceSession as Fake, Tensor } from ${JSON.stringify(FAKE)}
     const create = async (path) => {
       const session = await Fake.create(path)
       const run = (feeds) => {
         if (existsSync('${mark}')) return session.run(feeds)
         writeFileSync('${mark}', '')
         process.kill(process.pid, 'SIGKILL')
       }
       return { ...session, run }
     }
     export const InferenceSession = { create }
     export { Tensor }`,
  )
  const path = await modelFile({ kind: 'docling', boxes: [[0, 0.9, 0, 0, 64, 64]] })
  const { found, problems } = await seen({ path, runtime: pathToFileURL(runtime).href }, [grey(640, 255), grey(640, 255)])
  expect(found.map((boxes) => boxes?.length)).toEqual([undefined, 1])
  expect(problems).toMatchObject([{ event: 'layout.page-failed', page: 1, problem: expect.stringContaining('SIGKILL') }])
})

// What the model sees is drawn from the same page as the words, however the page is turned, cut and scaled.
const TURNS = [0, 90, 180, 270]
const SHAPES = [
  { name: 'a whole page', size: [420, 595] },
  { name: 'a trimmed page', size: [600, 800], crop: [90, 130, 510, 700] },
  { name: 'a wide page in larger units', size: [900, 300], userUnit: 2 },
] as { name: string; size: [number, number]; crop?: [number, number, number, number]; userUnit?: number }[]

// One process for all of them: starting one takes ten times as long as drawing such a page.
const workers = createWorkers({ processes: 1 })
afterAll(() => workers.close())

test.each(SHAPES.flatMap((shape) => TURNS.map((rotate) => ({ ...shape, rotate }))))(
  'the picture of $name, turned by $rotate degrees, has its words where the text has them',
  async ({ name: _, rotate, ...shape }) => {
    const path = join(folder, `turned-${rotate}-${shape.size.join('-')}.pdf`)
    const content = 'BT /F1 30 Tf 140 170 Td (HHHHHHHH) Tj ET'
    await writeFile(path, makePdf({ pages: [{ ...shape, rotate, content }] }))
    const side = 640
    const { lines, square } = await workers.run('page', { path, page: 1, widths: [], coverHeights: [], squareSide: side })
    const dark = Array.from({ length: side * side }, (_, at) => at).filter((at) => square![3 * at]! < 128)
    const [across, down] = [dark.map((at) => at % side), dark.map((at) => Math.floor(at / side))]
    const [, x, y, width, height] = lines[0]!.words[0]!
    // The box of a word has room above and below its letters.
    const [most, least] = [0.015, 0.08]
    expect(square).toHaveLength(3 * side * side)
    expect(dark.length).toBeGreaterThan(100)
    const isUpright = rotate % 180 === 0
    const [alongFrom, alongTo] = isUpright ? [x, x + width] : [y, y + height]
    const along = isUpright ? across : down
    expect(Math.abs(Math.min(...along) / side - alongFrom)).toBeLessThan(most)
    expect(Math.abs((Math.max(...along) + 1) / side - alongTo)).toBeLessThan(most)
    const [otherFrom, otherTo] = isUpright ? [y, y + height] : [x, x + width]
    const other = isUpright ? down : across
    expect(Math.min(...other) / side).toBeGreaterThan(otherFrom - most)
    expect((Math.max(...other) + 1) / side).toBeLessThan(otherTo + most)
    expect(Math.min(...other) / side - otherFrom + (otherTo - (Math.max(...other) + 1) / side)).toBeLessThan(least)
  },
)
