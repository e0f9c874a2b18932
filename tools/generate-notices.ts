// `npm run notices`: writes NOTICES.md.
import { writeFileSync } from 'node:fs'
import { isBuilt, notices } from './notices.ts'

if (!isBuilt()) {
  console.error('Build website and reader first: npm run build')
  process.exit(1)
}
writeFileSync(new URL('../NOTICES.md', import.meta.url), notices())
