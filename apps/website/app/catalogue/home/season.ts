/** Returns whether a date is in the warm season, April to October. */
export function isWarmSeason(day: Date): boolean {
  const month = day.getMonth() + 1
  return month >= 4 && month <= 10
}
