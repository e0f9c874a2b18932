import { type Edges, heightOf, sharedAcross, sharedDown } from './geometry.ts'

/** Pictures beside each other may touch, and drawings overlap a little. Points. */
const OVERLAP_POINTS = 3
/** Share of the height of the lower picture that is beside the other one. */
const BESIDE = 0.5
/** A page with more is a drawing. */
const MOST_PICTURES = 100

/**
 * Returns for each picture its place with the room below it, down to the foot of a picture beside it, if nothing is printed there:
 * captions of pictures of different heights are on one line.
 */
export function withRoomBelow(pictures: readonly Edges[], texts: readonly Edges[]): Map<Edges, Edges> {
  if (pictures.length > MOST_PICTURES) return new Map(pictures.map((picture) => [picture, picture]))
  return new Map(
    pictures.map((picture) => {
      const beside = pictures.filter(
        (other) =>
          other !== picture &&
          sharedAcross(other, picture) <= OVERLAP_POINTS &&
          sharedDown(other, picture) > BESIDE * Math.min(heightOf(other), heightOf(picture)),
      )
      const isFree = (bottom: number) => {
        const below = { ...picture, top: picture.bottom, bottom }
        return [...texts, ...pictures].every(
          (each) => sharedAcross(each, below) <= OVERLAP_POINTS || sharedDown(each, below) <= 0,
        )
      }
      const lower = beside.map(({ bottom }) => bottom).filter((bottom) => bottom > picture.bottom)
      return [picture, { ...picture, bottom: Math.max(picture.bottom, ...lower.filter(isFree)) }]
    }),
  )
}
