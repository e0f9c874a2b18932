// A random walk through everything that moves money, from outside: `npm run walk -- --steps 20000 --seed 1`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { audit } from './audit.ts'
import { nextStep, prepare, randomOf, settle, type Walk } from './steps.ts'
import { openWorld } from './world.ts'

const { values } = parseArgs({
  options: { steps: { type: 'string', default: '2000' }, seed: { type: 'string' }, folder: { type: 'string' } },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9))
const steps = Number(values.steps)
const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'walk-'))
console.log(`seed ${seed}, ${steps} steps, ${folder}`)

const world = await openWorld(folder)
const walk: Walk = { world, random: randomOf(seed), readers: [], faults: [], counts: {} }
const began = world.now().getTime()
await prepare(walk)
for (let step = 1; step <= steps; step++) {
  const [name, { run }] = nextStep(walk)
  walk.counts[name] = (walk.counts[name] ?? 0) + 1
  await run(walk).catch((error: unknown) =>
    walk.faults.push(`step ${step}, ${name}: ${error instanceof Error ? error.message : error}`),
  )
  if (step % 200 === 0) {
    const days = Math.round((world.now().getTime() - began) / 86_400_000)
    console.log(`${step} steps, ${days} days, ${walk.readers.length} readers, ${walk.faults.length} faults`)
  }
}
await settle(walk)
const findings = await audit(walk)
console.log(JSON.stringify(walk.counts))
for (const fault of walk.faults) console.log(`fault: ${fault}`)
for (const finding of findings) console.log(`wrong: ${finding}`)
console.log(`${steps} steps with seed ${seed}: ${walk.faults.length} faults, ${findings.length} findings`)
await world.close()
if (walk.faults.length + findings.length === 0 && !values.folder) rmSync(folder, { recursive: true, force: true })
process.exit(walk.faults.length + findings.length === 0 ? 0 : 1)
