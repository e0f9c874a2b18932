import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// With such rules Chromium styles the whole document, or all elements of a kind, again when an element comes or goes (ADR-0362).
test('no rule has browsers style a whole page again when an element comes or goes', () => {
  const folder = import.meta.dirname
  for (const file of globSync('**/*.css', { cwd: folder })) {
    const rules = readFileSync(join(folder, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
    expect(rules, `${file}: :has() of the document`).not.toMatch(/(html|:root|body):has/)
    expect(rules, `${file}: :not() within :has()`).not.toMatch(/:has\([^(){]*:not\(/)
    expect(rules, `${file}: span or * after any element of a name`).not.toMatch(/(^|[\s,>])[a-z]+(:[\w-]+)? [+~] (span|\*)/m)
  }
})
