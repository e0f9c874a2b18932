import { languages } from '@kiosk/domain/locale'
import { expect, test } from 'vitest'
import { errorMessages } from './messages/errors.ts'
import { validationMessages } from './messages/validation.ts'

/** The messages that the specification lists, and three that it names elsewhere. */
const ofFields =
  'email invalidToken maxlength minlength notAvailable passwordInvalid passwordPattern passwordsDontMatch required ' +
  'serviceUnavailable unknownError unknownMail userInactive vercodeexpired verificationResent voucherCodeInvalid ' +
  'badrequest servererror acceptLossOfCancellationPeriodRequired'

test.each(ofFields.split(' '))('VALIDATION.%s exists in three languages', (name) => {
  const messages = languages.map((language) => (validationMessages[language] as Record<string, string>)[`VALIDATION.${name}`])
  expect(new Set(messages).size).toBe(3)
  for (const words of messages) expect(words).toMatch(/^\p{Lu}.{10,}[\p{L}.]$/u)
})

test.each(['OCCURRED', 'WRONG_INPUT', 'FORBIDDEN', 'RESOURCE_UNAVAILABLE', 'SERVICE_UNAVAILABLE', 'UNKNOWN', 'ERROR403'])(
  'the error message ERROR.%s exists in three languages',
  (name) => {
    const messages = languages.map((language) => (errorMessages[language] as Record<string, string>)[`ERROR.${name}`])
    expect(new Set(messages).size).toBe(3)
    for (const words of messages) expect(words).toMatch(/^\p{Lu}.{10,}/u)
  },
)

test('the message for an unknown error matches the specification in German', () => {
  expect(errorMessages.de['ERROR.UNKNOWN']).toBe('Ein unbekannter Fehler ist aufgetreten')
})

test('a rejected connection names the connection, and suggests turning off a VPN', () => {
  for (const language of languages)
    expect(errorMessages[language]['ERROR.ERROR403']).toMatch(/(Verbindung|connection|connexion).*VPN/)
})
