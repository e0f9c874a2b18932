// Memory of the server under load, with a full-scale newsstand; MINUTES=10 for the whole budget, two by default.
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE_MS } from '@kiosk/domain/time'
import { startKiosk } from './kiosk-for-benchmarks.ts'
import { load } from './load.ts'
import type { Row } from './row.ts'

export async function run(): Promise<{ rows: Row[] }> {
  const minutes = Number(process.env.MINUTES ?? 2)
  const kiosk = await startKiosk('full')
  try {
    const list = await (await fetch(`${kiosk.url}/magazines`)).text()
    const uid = /\/magazines\/issues\/([\w-]+)/.exec(list)?.[1] ?? ''
    const samples: number[] = []
    const until = Date.now() + minutes * MINUTE_MS
    const sampling = (async () => {
      while (Date.now() < until) {
        samples.push(residentMegabytes(kiosk.pid))
        await pause(1_000)
      }
    })()
    const paths = ['/magazines', '/', `/magazines/issues/${uid}`, `/api/v8/openapi.json`]
    for (let turn = 0; Date.now() < until; turn++) {
      const session = turn % 2 ? { cookie: 'session=none' } : {}
      await load(kiosk.url + paths[turn % paths.length], {
        seconds: 10,
        connections: 16,
        headers: { 'accept-encoding': 'gzip, deflate, br, zstd', ...session },
      })
    }
    await sampling
    const half = samples.length / 2
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    const first = mean(samples.slice(half / 2, half))
    const last = mean(samples.slice(half))
    const most = Math.max(...samples)
    return {
      rows: [
        {
          what: `memory of the server over ${minutes} minutes of load`,
          value: `${Math.round(first)} → ${Math.round(last)} MB, at most ${Math.round(most)} MB`,
          budget: 'flat (≤ 1.15 ×), < 400 MB',
          met: last / first <= 1.15 && most < 400,
        },
      ],
    }
  } finally {
    await kiosk.stop()
  }
}

function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}
