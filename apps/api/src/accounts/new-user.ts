import { newUser as declared } from '@kiosk/domain/accounts/registration-endpoints'
import { TERMS_VERSION } from '@kiosk/domain/accounts/terms'
import { Refusal } from '@kiosk/domain/errors'
import { ownPath } from '@kiosk/domain/own-path'
import { type Call, serve } from '../endpoint.ts'
import { networkOf } from '../rate-limits.ts'
import { hashPassword } from '../session/passwords.ts'
import { noteConsent } from './queries.ts'
import { addVerificationLetter } from './verification-letter.ts'

export const newUser = serve(declared, 'personal', async (call) => {
  const { house, input, visitor } = call
  await house.attempts.admit('registration', networkOf(visitor.address))
  const registered = await register(call, await hashPassword(input.password))
  if (!registered && !house.neutralAnswers) throw new Refusal('mail_taken', 'email')
  return undefined
})

/** Account, consents and the mail on its way, or nothing of it; false where the address is taken. */
function register({ house, input, language, region }: Call<typeof declared>, passwordHash: string): Promise<boolean> {
  return house.db.transaction().execute(async (trx) => {
    const account = await trx
      .insertInto('accounts')
      .values({
        email: input.email,
        password_hash: passwordHash,
        region_id: region.id,
        language,
        send_newsletter: input.newsletter,
        terms_version: TERMS_VERSION,
        platform: input.platform || 'website',
        utm_source: input.utmSource,
        utm_medium: input.utmMedium,
        utm_content: input.utmContent,
        utm_campaign: input.utmCampaign,
        referrer: input.referrer,
        verification_target: ownPath(input.verificationTarget) ?? '',
        created_at: house.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!account) return false
    await noteConsent(trx, account.id, 'terms', true, TERMS_VERSION)
    await noteConsent(trx, account.id, 'newsletter', input.newsletter, 'registration')
    await addVerificationLetter(trx, account.id)
    return true
  })
}
