/** Runs work. Returns the processor time that it took: unlike the time of a clock, other load does not change it. Milliseconds. */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
