import { languages } from '@kiosk/domain/locale'
import { expect, test } from 'vitest'
import { errorWords } from './errors.ts'
import { validationWords } from './validation.ts'

/** Section 5, and the three that sections 5 and 8 name outside its list. */
const ofFields =
  'email invalidToken maxlength minlength notAvailable passwordInvalid passwordPattern passwordsDontMatch required ' +
  'serviceUnavailable unknownError unknownMail userInactive vercodeexpired verificationResent voucherCodeInvalid ' +
  'badrequest servererror acceptLossOfCancellationPeriodRequired'

test.each(ofFields.split(' '))('a field says VALIDATION.%s in three languages', (name) => {
  const said = languages.map((language) => (validationWords[language] as Record<string, string>)[`VALIDATION.${name}`])
  expect(new Set(said).size).toBe(3)
  for (const words of said) expect(words).toMatch(/^\p{Lu}.{10,}[\p{L}.]$/u)
})

test.each(['OCCURRED', 'WRONG_INPUT', 'FORBIDDEN', 'RESOURCE_UNAVAILABLE', 'SERVICE_UNAVAILABLE', 'UNKNOWN', 'ERROR403'])(
  'a refusal says ERROR.%s in three languages',
  (name) => {
    const said = languages.map((language) => (errorWords[language] as Record<string, string>)[`ERROR.${name}`])
    expect(new Set(said).size).toBe(3)
    for (const words of said) expect(words).toMatch(/^\p{Lu}.{10,}/u)
  },
)

test('an unknown failure has the exact words of the specification in German', () => {
  expect(errorWords.de['ERROR.UNKNOWN']).toBe('Ein unbekannter Fehler ist aufgetreten')
})

test('a refused connection is blamed on the connection, and a VPN is to be turned off', () => {
  for (const language of languages)
    expect(errorWords[language]['ERROR.ERROR403']).toMatch(/(Verbindung|connection|connexion).*VPN/)
})
