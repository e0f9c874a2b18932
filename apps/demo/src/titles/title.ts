import type { FamilyName } from '../covers/families.ts'
import type { PaletteName } from '../pictures/palettes.ts'
import type { SceneName } from '../pictures/render.ts'
import type { FaceName } from '../printing/faces.ts'

export type Subject =
  | 'news'
  | 'women'
  | 'men'
  | 'cooking'
  | 'science'
  | 'cars'
  | 'children'
  | 'business'
  | 'sport'
  | 'travel'
  | 'regional'
  | 'culture'
  | 'home'
  | 'technology'

/** Width and height of the paper formats, in points. */
export const SHEETS = {
  a4: [595, 782],
  compact: [476, 632],
  large: [652, 850],
  square: [638, 751],
  tall: [567, 794],
  broadsheet: [1134, 1616],
  berliner: [893, 1332],
  tabloid: [794, 1077],
} as const satisfies Record<string, readonly [number, number]>

/** A periodical of the demonstration and the design of its issues. */
export type Title = {
  key: string
  name: string
  /** Text of the masthead, if it differs from the name. */
  masthead?: string
  kind: 'magazine' | 'newspaper'
  language: 'de' | 'en' | 'fr'
  country: string
  place: string
  publisher: string
  frequency: 'daily' | 'weekly' | 'fortnightly' | 'monthly' | 'bimonthly' | 'quarterly' | 'half-yearly'
  /** Subject of its stories and first category. */
  subject: Subject
  alsoIn?: readonly Subject[]
  motto: string
  description: string
  price: string
  /** First seven digits; the check digit is computed. No publisher has ISSNs that begin with 9999. */
  issn?: string
  issues: number
  /** Pages of the newest issue, if it is a long one. */
  complete?: number
  family: FamilyName
  face: FaceName
  brand: string
  palettes: readonly PaletteName[]
  /** What its covers show, if it has a narrower field than its subject. */
  motifs?: readonly SceneName[]
  sheet: keyof typeof SHEETS
  ageRating?: 0 | 6 | 12 | 16 | 18
  shownIn?: readonly string[]
  /** Days after the first start until the title is no longer available. */
  availableDays?: number
  editionOf?: string
  supplementOf?: string
  /** Name of the regional edition. */
  edition?: string
}

/** Returns an ISSN with its check digit: weights 8 to 2, modulo 11, X for ten. */
export function withCheckDigit(seven: string): string {
  const sum = [...seven].reduce((total, digit, at) => total + Number(digit) * (8 - at), 0)
  const check = (11 - (sum % 11)) % 11
  return `${seven.slice(0, 4)}-${seven.slice(4)}${check === 10 ? 'X' : check}`
}
