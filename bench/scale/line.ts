// Estimates how long a phase takes at a size that was not measured.

/** Seconds of each phase at a size. */
export type Measured = { issues: number; seconds: Record<string, number> }
/** `fixed` in seconds, `perIssue` in seconds. */
type Line = { phase: string; fixed: number; perIssue: number }

/**
 * Returns the straight line of each phase by least squares. If a phase got faster with the size, which is noise, its mean counts.
 * @param measured two sizes or more, with the same phases
 * @throws Error if there are fewer
 */
export function lineThrough(measured: readonly Measured[]): Line[] {
  if (new Set(measured.map(({ issues }) => issues)).size < 2) throw new Error('a line needs two sizes')
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length
  const meanIssues = mean(measured.map(({ issues }) => issues))
  return Object.keys(measured[0]!.seconds).map((phase) => {
    const meanSeconds = mean(measured.map(({ seconds }) => seconds[phase]!))
    const slope =
      measured.reduce((sum, { issues, seconds }) => sum + (issues - meanIssues) * (seconds[phase]! - meanSeconds), 0) /
      measured.reduce((sum, { issues }) => sum + (issues - meanIssues) ** 2, 0)
    const perIssue = Math.max(0, slope)
    return { phase, perIssue, fixed: meanSeconds - perIssue * meanIssues }
  })
}

/** @returns seconds */
export function atSize({ fixed, perIssue }: Line, issues: number): number {
  return fixed + perIssue * issues
}

/**
 * Returns the seconds that each phase would take at a size, and its processor time. On a busy machine, the smaller size may have taken
 * longer than the larger one; but no phase takes less than its processor time on all cores.
 * @param processor processor time of the same phases
 * @param issuesOf the size at which a phase is wanted
 */
export function phasesAt(
  measured: readonly Measured[],
  processor: readonly Measured[],
  issuesOf: (phase: string) => number,
  cores: number,
): { phase: string; seconds: number; busy: number }[] {
  const ofProcessor = lineThrough(processor)
  return lineThrough(measured).map((line, at) => {
    const issues = issuesOf(line.phase)
    const busy = atSize(ofProcessor[at]!, issues)
    return { phase: line.phase, seconds: Math.max(atSize(line, issues), busy / cores), busy }
  })
}
