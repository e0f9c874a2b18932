import { COVER_HEIGHTS_PIXELS } from '@kiosk/domain/catalogue/limits'
import { Cover } from '@kiosk/ui/cover'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

test('the component of covers offers every height that the server has, and no other', () => {
  const picture = { coverURL: '/cover?coverheight=280', coverWidth: 3, coverHeight: 4, coverColour: '#abc' }
  const html = renderToStaticMarkup(createElement(Cover, { picture, alt: '', height: 280 }))
  const [, offered = ''] = /srcset="([^"]*)"/i.exec(html) ?? []
  expect([...offered.matchAll(/coverheight=(\d+)/g)].map(([, height]) => Number(height))).toEqual(COVER_HEIGHTS_PIXELS)
})
