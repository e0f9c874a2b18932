export type Row = {
  what: string
  /** Measured, with its unit. */
  value: string
  /** Reference value, measured in the same run. */
  yardstick?: string
  /** Ours divided by the yardstick. */
  ratio?: number
  /** With comparison and unit: "≥ 0.45 ×". */
  budget: string
  met: boolean
}
export type Benchmark = {
  /** @param options what followed the names on the command line */
  run(options: string[]): Promise<{ rows: Row[] }>
}
