import { austrianMagazines } from './austrian-magazines.ts'
import { englishMagazines } from './english-magazines.ts'
import { frenchMagazines } from './french-magazines.ts'
import { germanMagazines } from './german-magazines.ts'
import { newspapers } from './newspapers.ts'
import { swissMagazines } from './swiss-magazines.ts'
import type { Title } from './title.ts'

/** All titles of the demonstration. */
export const titles: readonly Title[] = [
  ...austrianMagazines,
  ...germanMagazines,
  ...swissMagazines,
  ...englishMagazines,
  ...frenchMagazines,
  ...newspapers,
]
