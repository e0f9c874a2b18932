import { TERMS_VERSION } from '@kiosk/domain/accounts/terms'
import { about } from './about.ts'
import { accessibility } from './accessibility.ts'
import { holidayContest, recipeContest } from './contests.ts'
import type { InLanguages } from './document.ts'
import { faq } from './faq.ts'
import { features } from './features.ts'
import { imprint } from './imprint.ts'
import { marketing } from './marketing.ts'
import { press } from './press.ts'
import { privacy } from './privacy.ts'
import { previousTerms, terms } from './terms.ts'
import { thirdParties } from './third-parties.ts'
import { withdrawal } from './withdrawal.ts'

/** Every text of the house by its key, in the edition that comes with it; an operator's own takes its place. */
export const shippedDocuments: Readonly<Record<string, { text: InLanguages; version: string }>> = {
  terms: { text: terms, version: TERMS_VERSION },
  'terms-previous': { text: previousTerms, version: '2018-11-01' },
  withdrawal: { text: withdrawal, version: '2026-11-22' },
  privacy: { text: privacy, version: '2026-11-01' },
  accessibility: { text: accessibility, version: '2026-11-01' },
  'contest-holiday': { text: holidayContest, version: '2018-07-11' },
  'contest-recipe': { text: recipeContest, version: '2018-12-13' },
  about: { text: about, version: '2026-11-01' },
  faq: { text: faq, version: '2026-11-01' },
  imprint: { text: imprint, version: '2026-11-01' },
  marketing: { text: marketing, version: '2026-11-01' },
  features: { text: features, version: '2026-11-01' },
  thirdparty: { text: thirdParties, version: '2026-11-01' },
  press: { text: press, version: '2026-11-01' },
}
