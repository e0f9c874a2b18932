// Runs a layout model: native code that computes for seconds and may need much memory. Its parent may kill it at any time; it has no
// database, settings or secrets.
import { setPriority } from 'node:os'
import { endWithParent } from '../end-with-parent.ts'
import type { LayoutProcessSettings, LayoutReply, LayoutRequest } from './messages.ts'
import { shapeOf } from './model-shapes.ts'
import { firstLine, loadRuntime, SESSION_OPTIONS } from './runtime.ts'

const { path, runtime: name, memoryBytes, niceness } = JSON.parse(process.argv[2]!) as LayoutProcessSettings

if (niceness > 0) setPriority(niceness)
endWithParent({ memoryBytes, overMemory: 'SIGKILL' })
process.on('disconnect', () => process.exit(0))
// A terminal sends these signals to all processes; the parent decides what happens to the work.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

try {
  const runtime = await loadRuntime(name)
  const session = await runtime.InferenceSession.create(path, SESSION_OPTIONS)
  const shape = shapeOf(session)
  process.on('message', async ({ id, picture }: LayoutRequest) => {
    try {
      reply({ id, boxes: shape.boxes(await session.run(shape.feeds(picture, runtime))) })
    } catch (error) {
      reply({ id, failed: firstLine(String(error)) })
    }
  })
  reply({ opened: { kind: shape.kind, side: shape.side } })
} catch (error) {
  reply({ unusable: firstLine((error as Error).message) })
}

function reply(message: LayoutReply): void {
  process.send!(message)
}
