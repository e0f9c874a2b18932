// A server for tests whose stop never ends. Its arguments: the pause and the time to stop, in milliseconds.
import { stopOnSignal } from '../processes/stop-on-signal.ts'

const [pauseMs, stopMs] = process.argv.slice(2).map(Number) as [number, number]
stopOnSignal(() => new Promise(() => {}), pauseMs, stopMs)
// Keeps the process running, as an open connection does.
setInterval(() => {}, 60_000)
process.send!('ready')
