import { Worker } from 'node:worker_threads'

/**
 * Ends this process when its parent has ended, or by `overMemory` when its memory grows too big, even while it computes or is in
 * an endless loop of native code.
 */
export function endWithParent({ memoryBytes, overMemory }: { memoryBytes: number; overMemory: NodeJS.Signals }): void {
  new Worker(
    `const parent = process.ppid
     setInterval(() => {
       if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
       if (process.memoryUsage.rss() > ${memoryBytes}) process.kill(process.pid, '${overMemory}')
     }, 50)`,
    { eval: true, stdin: false },
  ).unref()
}
