import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodePicture } from './encode-picture.ts'

const red = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#ff0000' } })

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('a picture in %s is encoded again', async (format) => {
  const { info } = await encodePicture(await red().toFormat(format).toBuffer())
  expect(info).toMatchObject({ format: 'webp', width: 40, height: 30 })
})

const drawing = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30">${inside}</svg>`
test.each([
  ['a drawing', drawing('<rect width="9" height="9"/>')],
  ['a drawing behind a declaration', `<?xml version="1.0"?>\n${drawing('')}`],
  ['a drawing that names a file', drawing('<image href="file:///etc/hostname" width="9" height="9"/>')],
  ['a drawing with the beginning of a picture', `GIF8${drawing('')}`],
  ['a text', 'Schnee'],
  ['nothing', ''],
])('%s is no picture', async (_, text) => {
  await expect(encodePicture(Buffer.from(text))).rejects.toThrow()
})

test('a format that nobody needs is rejected', async () => {
  await expect(encodePicture(await red().tiff().toBuffer())).rejects.toThrow('not JPEG, PNG, WebP, GIF or AVIF')
})
