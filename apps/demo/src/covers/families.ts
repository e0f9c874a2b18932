import { comic } from './comic.ts'
import type { Family } from './cover.ts'
import { classic, fashion, framed, kitchen, poster } from './glossy.ts'
import { berliner, broadsheet, tabloid } from './newspapers.ts'
import { banner, dynamic, minimal, review, swiss } from './plain.ts'

/** Cover layouts of magazines and newspapers, by name. */
export const families = {
  classic,
  framed,
  fashion,
  kitchen,
  poster,
  swiss,
  review,
  minimal,
  banner,
  dynamic,
  comic,
  broadsheet,
  berliner,
  tabloid,
} as const satisfies Record<string, Family>
export type FamilyName = keyof typeof families
