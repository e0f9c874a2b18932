// Runs commands of the operator in one process, because starting a process takes longer than most commands.
import { AsyncLocalStorage } from 'node:async_hooks'
import { format } from 'node:util'
import { runCommand } from '../../apps/operator/src/run-command.ts'

type CommandRequested = { id: number; args: string[] }
export type CommandAnswer = { id: number; code: number; output: string }

/** Output of a running command; several run at once. */
const printed = new AsyncLocalStorage<string[]>()
for (const name of ['log', 'error'] as const)
  console[name] = (...values: unknown[]) => void printed.getStore()?.push(format(...values))

process.on('message', async ({ id, args }: CommandRequested) => {
  const lines: string[] = []
  const code = await printed.run(lines, () => runCommand(args))
  process.send?.({ id, code, output: lines.join('\n') } satisfies CommandAnswer)
})
process.on('disconnect', () => process.exit())
