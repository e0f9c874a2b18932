import { AGE_GROUPS, GENDERS } from '@kiosk/domain/accounts/limits'
import type { Language } from '@kiosk/domain/locale'
import de from '../../../../messages/de/reference-lists.json' with { type: 'json' }
import en from '../../../../messages/en/reference-lists.json' with { type: 'json' }
import fr from '../../../../messages/fr/reference-lists.json' with { type: 'json' }
import { bundle } from '../translate.ts'

const messages = bundle({ de, en, fr })

/** Returns the age groups to choose from, the youngest first. */
export function ageGroupsIn(language: Language): { id: number; name: string }[] {
  return AGE_GROUPS.map((id) => ({ id, name: messages[language][`AGE_GROUP.${id}`] }))
}

export function gendersIn(language: Language): { id: number; name: string }[] {
  return GENDERS.map((id) => ({ id, name: messages[language][`GENDER.${id}`] }))
}
