// A random walk through everything that moves money, from outside: `npm run walk -- --steps 20000 --seed 1`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chanceFrom } from '@kiosk/backend/http/openapi/testing/random-values'
import { DAY_MS } from '@kiosk/domain/time'
import { audit } from './audit.ts'
import type { Walk } from './step-context.ts'
import { nextStep, prepare, settle } from './steps.ts'
import { openWorld } from './world.ts'

/** Unit of the times in /proc. */
const TICK_MS = 10

const { values } = parseArgs({
  options: { steps: { type: 'string', default: '2000' }, seed: { type: 'string' }, folder: { type: 'string' } },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9))
const steps = Number(values.steps)
const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'walk-'))
console.log(`seed ${seed}, ${steps} steps, ${folder}`)

const world = await openWorld(folder)
const walk: Walk = {
  world,
  random: chanceFrom(seed).next,
  readers: [],
  errors: [],
  counts: {},
  took: {},
  planted: [],
  billed: [],
}
const began = world.now().getTime()
const days = () => Math.round((world.now().getTime() - began) / DAY_MS)
// The first signal ends the steps; the walk so far is settled and audited. The second one ends the program.
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, async () => {
    if (isStopped) await world.close().finally(() => process.exit(130))
    isStopped = true
    console.log(`${signal}: no more steps`)
  })
await prepare(walk)
const first = performance.now()
let made = 0
while (made < steps && !isStopped) {
  const [name, { run }] = nextStep(walk)
  made++
  walk.counts[name] = (walk.counts[name] ?? 0) + 1
  const started = performance.now()
  const known = walk.errors.length
  await run(walk).catch((error: unknown) =>
    walk.errors.push(`${name}, step ${made}: ${error instanceof Error ? error.message : error}`),
  )
  walk.took[name] = (walk.took[name] ?? 0) + performance.now() - started
  for (const error of walk.errors.slice(known)) console.log(`error in or before step ${made}: ${error}`)
  if (made % 200 === 0) {
    const seconds = Math.round((performance.now() - first) / 1000)
    console.log(`${made} steps, ${seconds} s, ${days()} days, ${walk.readers.length} readers, ${walk.errors.length} errors`)
  }
}
console.log(`${made} of ${steps} steps took ${Math.round((performance.now() - first) / 1000)} s`)
await settle(walk)
walk.errors.push(...world.ended)
const findings = await audit(walk)
const seconds = ([name, milliseconds]: [string, number]) =>
  `${name}: ${walk.counts[name]} in ${Math.round(milliseconds / 1000)} s`
console.log(
  Object.entries(walk.took)
    .sort(([, a], [, b]) => b - a)
    .map(seconds)
    .join(', '),
)
for (const error of walk.errors) console.log(`error: ${error}`)
for (const finding of findings) console.log(`wrong: ${finding}`)
console.log(`${made} steps of ${days()} days with seed ${seed}: ${walk.errors.length} errors, ${findings.length} findings`)
await world.close()
// Processor time of all processes of the walk: that of an ended process counts for the one that waited for it.
const times = readFileSync('/proc/self/stat', 'utf8').split(' ').slice(13, 17)
const cpuMs = times.reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS
console.log(`${Math.round(cpuMs / 1000)} s of processor time, ${Math.round(cpuMs / made)} ms a step`)
if (walk.errors.length + findings.length === 0 && !values.folder) rmSync(folder, { recursive: true, force: true })
process.exit(walk.errors.length + findings.length === 0 ? 0 : 1)
