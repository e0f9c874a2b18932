import { DEFAULT_LANGUAGE } from '@kiosk/domain/locale'
import type { Operator } from '@kiosk/domain/operator'
import { DEFAULT_REGION } from '@kiosk/domain/regions'
import type { Email } from '@kiosk/emails/email'
import type { AppContext } from '../context.ts'
import { type ComposedEmail, type EmailDocument, emailDocument } from './email-document.ts'

/**
 * Composes an e-mail to the operator about one kind of event.
 * @param group prefix of its messages: `EMAIL.<group>.…`, with the name of the kind in `<group>.<kind>`
 */
export function operatorEmail(
  ctx: Pick<AppContext, 'operator' | 'publicUrl'>,
  group: 'operator-alarm' | 'security-storm',
  kind: string,
  blocksOf: (document: Pick<EmailDocument, 'language' | 'locale' | 'say'>) => Email['blocks'],
): ComposedEmail {
  const document = emailDocument(ctx, { language: DEFAULT_LANGUAGE, region_id: DEFAULT_REGION.id })
  const { language, locale } = document
  const say: EmailDocument['say'] = (key, values) => document.say(`${group}.${key}`, values)
  const what = say(kind)
  return {
    to: securityMailbox(ctx.operator),
    document,
    email: {
      language,
      subject: say('SUBJECT', { what }),
      title: what.charAt(0).toLocaleUpperCase(language) + what.slice(1),
      blocks: [{ kind: 'paragraph', text: say(`${kind}.BODY`) }, ...blocksOf({ language, locale, say })],
      reason: say('REASON'),
      links: [],
    },
  }
}

/** Returns `securityContact` if it is an e-mail address, otherwise the company's address. */
export function securityMailbox({ securityContact, company }: Pick<Operator, 'securityContact' | 'company'>): string {
  return /^mailto:([^\s?,%<>"]+@[^\s?,%<>"@]+)(?=[?,]|$)/i.exec(securityContact ?? '')?.[1] ?? company.mail
}
