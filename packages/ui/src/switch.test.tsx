import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Switch } from './switch.tsx'

test('a switch with an error is invalid, and described by the error', () => {
  expect(renderToStaticMarkup(<Switch label="Push messages" />)).not.toContain('aria-invalid')
  const html = renderToStaticMarkup(<Switch label="Push messages" error="This browser shows none." />)
  const [input] = html.match(/<input[^>]*>/)!
  expect(input).toContain('aria-invalid="true"')
  const [, described] = /aria-describedby="([^"]+)"/.exec(input)!
  expect(html).toContain(`id="${described}"`)
})
