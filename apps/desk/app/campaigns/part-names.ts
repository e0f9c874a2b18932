import { regionById } from '@kiosk/domain/regions'
import { partAt } from '../shell/value-parts.ts'

type Say = (key: string, values?: Record<string, string | number>) => string

/** Returns the name of a part for a person: "Headline (German)", "Price (CH)", "Steps 2, Title (French)". */
export function nameOfPart(path: string, campaign: unknown, t: Say): string {
  const [first = '', second = '', ...rest] = path.split('.')
  if (first === 'words' && second !== '') {
    const [name = '', number, inner] = rest
    const list = name === '' ? t('DESK.CAMPAIGN.TEXTS') : t(`DESK.CAMPAIGN.FIELD.${name}`)
    const numbered = number === undefined ? list : `${list} ${Number(number) + 1}`
    const full = inner === undefined ? numbered : `${numbered}, ${t(`DESK.CAMPAIGN.FIELD.${name}.${inner}`)}`
    return t('DESK.CAMPAIGN.IN', { name: full, where: t(`DESK.LANGUAGE.${second}`) })
  }
  if ((first === 'offers' || first === 'redirects') && second !== '') {
    const region = regionById(Number(partAt(campaign, [first, second, 'region'])))
    const name = t(`DESK.CAMPAIGN.FIELD.${rest[0] ?? first}`)
    return t('DESK.CAMPAIGN.IN', {
      name: rest[1] ? `${name}, ${rest[1]}` : name,
      where: region?.country ?? String(Number(second) + 1),
    })
  }
  if (first === '') return t('DESK.CAMPAIGN.SOURCE')
  return t(`DESK.CAMPAIGN.FIELD.${second || first}`)
}
