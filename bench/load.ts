import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'

export type Load = { requestsPerSecond: number; p50: number; p95: number; p99: number; failed: number; bytes: number }

const autocannon = createRequire(import.meta.url).resolve('autocannon/autocannon.js')

/**
 * Loads one address from a process of its own on the second core.
 * @param given.rate requests a second in all; absent = as fast as it answers
 * @returns latencies in milliseconds
 */
export function load(
  url: string,
  given: { seconds: number; connections: number; rate?: number; headers?: Record<string, string> },
): Promise<Load> {
  const headers = Object.entries(given.headers ?? {}).flatMap(([name, value]) => ['-H', `${name}=${value}`])
  const rate = given.rate ? ['-R', String(given.rate)] : []
  const options = ['-d', String(given.seconds), '-c', String(given.connections), '-j', '-n', ...rate, ...headers, url]
  return new Promise((resolve, reject) => {
    const child = spawn('taskset', ['-c', '1', process.execPath, autocannon, ...options])
    let output = ''
    child.stdout.on('data', (data) => {
      output += data
    })
    child.on('error', reject)
    child.on('exit', () => {
      const measured = JSON.parse(output.slice(output.indexOf('{'))) as {
        requests: { average: number }
        latency: { p50: number; p97_5: number; p95?: number; p99: number }
        non2xx: number
        errors: number
        throughput: { total: number }
      }
      const { latency } = measured
      resolve({
        requestsPerSecond: measured.requests.average,
        p50: latency.p50,
        p95: latency.p95 ?? latency.p97_5,
        p99: latency.p99,
        failed: measured.non2xx + measured.errors,
        bytes: measured.throughput.total,
      })
    })
  })
}
