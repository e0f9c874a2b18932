import { expect, test } from 'vitest'
import { startScriptsLate } from './late-scripts.ts'

test('the module script waits with the names of what it needs, and keeps its mark', () => {
  const page = '<link rel="modulepreload" href="/assets/a.js"/><link nonce="n" rel="modulepreload" href="/assets/b.js"/>'
  expect(startScriptsLate(`${page}<script nonce="n" type="module" async="">import "/assets/a.js"</script>`)).toBe(
    '<script nonce="n" type="text/plain" data-modules="/assets/a.js /assets/b.js">import "/assets/a.js"</script>',
  )
})

test('a page without a framework script stays as it is', () => {
  expect(startScriptsLate('<script nonce="n">x()</script>')).toBe('<script nonce="n">x()</script>')
})
