/** Runs work and returns the processor time that it took, which other load does not change, unlike elapsed time. Milliseconds. */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
