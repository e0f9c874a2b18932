import { AGE_GROUPS, GENDERS } from '@kiosk/domain/accounts/limits'
import type { Language } from '@kiosk/domain/locale'

const ageGroups: Record<Language, Record<(typeof AGE_GROUPS)[number], string>> = {
  de: { 1: 'unter 20', 2: '20 bis 29', 3: '30 bis 39', 4: '40 bis 49', 5: '50 bis 59', 6: '60 und älter' },
  en: { 1: 'under 20', 2: '20 to 29', 3: '30 to 39', 4: '40 to 49', 5: '50 to 59', 6: '60 and over' },
  fr: { 1: 'moins de 20 ans', 2: '20 à 29 ans', 3: '30 à 39 ans', 4: '40 à 49 ans', 5: '50 à 59 ans', 6: '60 ans et plus' },
}

const genders: Record<Language, Record<(typeof GENDERS)[number], string>> = {
  de: { 1: 'weiblich', 2: 'männlich', 3: 'divers', 4: 'keine Angabe' },
  en: { 1: 'female', 2: 'male', 3: 'non-binary', 4: 'prefer not to say' },
  fr: { 1: 'femme', 2: 'homme', 3: 'non binaire', 4: 'je préfère ne pas répondre' },
}

/** Returns the age groups to choose from, the youngest first. */
export function ageGroupsIn(language: Language): { id: number; name: string }[] {
  return AGE_GROUPS.map((id) => ({ id, name: ageGroups[language][id] }))
}

export function gendersIn(language: Language): { id: number; name: string }[] {
  return GENDERS.map((id) => ({ id, name: genders[language][id] }))
}
