import { expect, test } from 'vitest'
import { readSettings, WrongSetting } from './settings.ts'

test('nothing set is a development kiosk on port 3000 with the demonstration', () => {
  expect(readSettings({})).toMatchObject({
    port: 3000,
    environment: 'development',
    demo: true,
    webapp: '/reader',
    apiUrl: undefined,
  })
})

test('an empty variable counts as unset', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
})

test('a wrong setting is named', () => {
  expect(() => readSettings({ PORT: 'soon' })).toThrow(/PORT/)
  expect(() => readSettings({ ENVIRONMENT: 'live' })).toThrow(WrongSetting)
})

test('a bucket for the files is taken whole or not at all', () => {
  const whole = {
    S3_BUCKET_URL: 'https://storage.example/kiosk',
    S3_REGION: 'eu-central-1',
    S3_ACCESS_KEY_ID: 'AKID',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  expect(readSettings({}).bucket).toBeNull()
  expect(readSettings(whole).bucket).toMatchObject({ url: 'https://storage.example/kiosk', region: 'eu-central-1' })
  expect(() => readSettings({ ...whole, S3_REGION: '' })).toThrow(/S3_REGION/)
})

test('production refuses the demonstration and says every setting that is missing', () => {
  const refuse = () => readSettings({ ENVIRONMENT: 'production', DEMO: '1' })
  for (const named of [/PUBLIC_URL/, /API_TOKEN/, /operator\.json/, /DEMO/]) expect(refuse).toThrow(named)
})
