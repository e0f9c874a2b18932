// `npm run messages` prints the state of each language. With `--write` it also writes the type of all keys.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { languageStates, messageKeySource } from './message-files.ts'

if (process.argv.includes('--write')) {
  writeFileSync(fileURLToPath(new URL('./message-key.ts', import.meta.url)), messageKeySource())
}
const states = languageStates()
for (const { language, messages, missing, unknown, placeholders } of states) {
  console.log(
    `${language}: ${messages} messages, ${missing.length} missing, ${unknown.length} unknown, ${placeholders.length} with other placeholders`,
  )
  for (const key of missing) console.log(`  missing: ${key}`)
  for (const key of unknown) console.log(`  unknown: ${key}`)
  for (const key of placeholders) console.log(`  other placeholders: ${key}`)
}
process.exitCode = states.some(({ missing, unknown, placeholders }) => missing.length + unknown.length + placeholders.length > 0)
  ? 1
  : 0
