import { DEFAULT_LANGUAGE } from '@kiosk/domain/locale'
import type { Operator } from '@kiosk/domain/operator'
import type { House } from '../../house.ts'
import type { Letter } from './letter.ts'
import { letterPaper, type Paper } from './letter-paper.ts'
import type { Written } from './write-letter.ts'

/**
 * An e-mail to the operator about one kind of event.
 * @param group where its words stand: `LETTER.<group>.…`, with the name of the kind under `<group>.<kind>`
 */
export function operatorEmail(
  house: House,
  group: 'operator-alarm' | 'security-storm',
  kind: string,
  blocksOf: (paper: Pick<Paper, 'language' | 'say'>) => Letter['blocks'],
): Written {
  const paper = letterPaper(house, DEFAULT_LANGUAGE)
  const { language } = paper
  const say: Paper['say'] = (key, values) => paper.say(`${group}.${key}`, values)
  const what = say(kind)
  return {
    to: securityMailbox(house.operator),
    paper,
    letter: {
      language,
      subject: say('SUBJECT', { what }),
      title: what.charAt(0).toLocaleUpperCase(language) + what.slice(1),
      blocks: [{ kind: 'paragraph', text: say(`${kind}.BODY`) }, ...blocksOf({ language, say })],
      reason: say('REASON'),
      links: [],
    },
  }
}

/** `securityContact` where it is a mailbox; a page or form cannot be written to, so then the company's address. */
export function securityMailbox({ securityContact, company }: Pick<Operator, 'securityContact' | 'company'>): string {
  return /^mailto:([^\s?,%<>"]+@[^\s?,%<>"@]+)(?=[?,]|$)/i.exec(securityContact ?? '')?.[1] ?? company.mail
}
