import { germanMagazines } from './german-magazines.ts'
import { newspapers } from './newspapers.ts'
import { otherMagazines } from './other-magazines.ts'
import type { Title } from './title.ts'

/** The whole shelf of the demonstration, magazines and newspapers mixed as the front page shows them. */
export const titles: readonly Title[] = [...germanMagazines, ...otherMagazines, ...newspapers]
