export type Row = {
  what: string
  /** Measured, with its unit. */
  value: string
  /** What it is compared with, measured in the same run. */
  yardstick?: string
  /** Ours divided by the yardstick. */
  ratio?: number
  /** design.md's words: "≥ 0.45 ×". */
  budget: string
  met: boolean
}
export type Benchmark = { run(): Promise<{ rows: Row[] }> }
