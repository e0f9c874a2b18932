// `npm run bench [name …] [-- --option value …]`: each benchmark measures its reference in the same run and reports whether the budget is met.
import { readdirSync } from 'node:fs'
import type { Benchmark } from './row.ts'

process.env.NODE_ENV = 'production'
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length))
const given = process.argv.slice(2)
const firstOption = given.findIndex((each) => each.startsWith('--'))
const [selected, options] = firstOption < 0 ? [given, []] : [given.slice(0, firstOption), given.slice(firstOption)]
if (selected.some((name) => !names.includes(name))) {
  console.error(`npm run bench [name …] [-- --option value …], where name is one of: ${names.join(', ')}`)
  process.exit(64)
}

let missed = 0
for (const name of selected.length ? selected : names) {
  console.log(`\n${name}`)
  const { run } = (await import(`./${name}.bench.ts`)) as Benchmark
  for (const row of (await run(options)).rows) {
    if (!row.met) missed++
    const against = row.yardstick ? `  against ${row.yardstick} = ${row.ratio?.toFixed(2)} ×` : ''
    console.log(`  ${row.met ? '✓' : '✗'} ${row.what}: ${row.value}${against}  (budget ${row.budget})`)
  }
}
console.log(missed ? `\n${missed} budgets missed` : '\nAll budgets met')
process.exit(missed ? 1 : 0)
