import { expect, test } from 'vitest'
import { escapeHtml } from './escape-html.ts'

test('escapes every character that ends a text or a quoted attribute, once', () => {
  expect(escapeHtml(`<a title="b" alt='c'> & &amp;`)).toBe('&lt;a title=&quot;b&quot; alt=&#39;c&#39;&gt; &amp; &amp;amp;')
})

test('leaves all other text unchanged', () => {
  expect(escapeHtml('Grüße, „Zürich“ – l’été\n`x` = 1/2')).toBe('Grüße, „Zürich“ – l’été\n`x` = 1/2')
})
