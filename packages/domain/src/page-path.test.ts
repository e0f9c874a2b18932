import { expect, test } from 'vitest'
import { pagePath } from './page-path.ts'

test.each([
  ['/magazines?search=a%20b', '/magazines?search=a%20b'],
  ['/magazines.data?search=a', '/magazines?search=a'],
  ['/magazines.data?search=a&_routes=root', '/magazines?search=a'],
  ['/magazines.data?_routes=root', '/magazines'],
  ['/_root.data', '/'],
  ['/_.data?lang=en', '/?lang=en'],
  ['/desk/_.data', '/desk/'],
  // An issue whose id ends with an underscore.
  ['/Zu3f_.data', '/Zu3f_'],
])('the request for %s belongs to the page %s', (address, page) =>
  expect(pagePath(new URL(address, 'https://kiosk.example'))).toBe(page),
)
