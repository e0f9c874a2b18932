import { execFile, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { promisify } from 'node:util'
import { type ScanProgram, UnreadableScan } from '@kiosk/backend/adapters/scan-reader'
import { killChild } from '@kiosk/backend/kill-child'
import { MINUTE_MS, SECOND_MS } from '@kiosk/domain/time'

/** Limits for the program that reads a page. */
export type ScanLimits = {
  /** Elapsed time in milliseconds, whatever else the machine does. */
  timeMs: number
  /** Seconds of processor time. */
  processorSeconds: number
  /** Address space of the process: bytes. */
  memoryBytes: number
  /** Size of its answer: bytes. */
  outputBytes: number
}
export const SCAN_LIMITS: ScanLimits = {
  timeMs: 5 * MINUTE_MS,
  processorSeconds: 120,
  memoryBytes: 2 * 1024 ** 3,
  outputBytes: 32 * 1024 ** 2,
}

const ASKING_MS = 10 * SECOND_MS
const COMPLAINT_CHARACTERS = 2000
const LOWEST_PRIORITY = 19
/** It gets no settings and no secrets, and computes on one core. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin', LC_ALL: 'C', OMP_THREAD_LIMIT: '1' }

/** Returns version and installed data of Tesseract; null if the program does not run. @param program name or path */
export async function tesseractProgram(program: string): Promise<ScanProgram | null> {
  const run = promisify(execFile)
  try {
    const options = { env: ENVIRONMENT, timeout: ASKING_MS, killSignal: 'SIGKILL', maxBuffer: 1024 ** 2 } as const
    const [version, languages] = await Promise.all([
      run(program, ['--version'], options),
      run(program, ['--list-langs'], options),
    ])
    const [, number] = /tesseract v?(\d[\w.-]*)/.exec(version.stdout + version.stderr) ?? []
    if (!number) return null
    const listed = `${languages.stdout}\n${languages.stderr}`.split('\n').map((line) => line.trim())
    return { version: number, languages: listed.filter((line) => /^[\w/]+$/.test(line) && line !== 'osd') }
  } catch {
    return null
  }
}

/**
 * Reads a picture of a page (PNG) with Tesseract and returns its hOCR. The process has the lowest priority and one thread, and ends
 * with this one: the kernel sends the signal, also after kill -9.
 * @throws UnreadableScan if it needs too much processor time or its answer is too long; Error with a message of one line
 */
export function recognise(
  picture: Buffer,
  { program, languages, dpi, signal }: { program: string; languages: string[]; dpi: number; signal?: AbortSignal | undefined },
  limits: ScanLimits = SCAN_LIMITS,
): Promise<string> {
  const given = ['stdin', 'stdout', '-l', languages.join('+'), '--dpi', String(Math.round(dpi)), 'hocr']
  const [command, ...first] = limited(program, limits)
  return new Promise((resolve, reject) => {
    const child = spawn(command!, [...first, ...given], { env: ENVIRONMENT, stdio: ['pipe', 'pipe', 'pipe'], shell: false })
    const pieces: Buffer[] = []
    let bytes = 0
    let complaint = ''
    let killedFor: Error | undefined
    const kill = (reason: Error) => {
      killedFor ??= reason
      killChild(child, 'SIGKILL')
    }
    const timer = setTimeout(
      () => kill(new Error(`Tesseract takes longer than ${limits.timeMs / SECOND_MS} seconds`)),
      limits.timeMs,
    )
    const stop = () => kill(new Error('Tesseract was stopped with the server'))
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    }
    signal?.addEventListener('abort', stop)
    if (signal?.aborted) stop()
    child.stdout.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes > limits.outputBytes) kill(new UnreadableScan(`Tesseract answers with more than ${limits.outputBytes} bytes`))
      else pieces.push(piece)
    })
    child.stderr.on('data', (piece: Buffer) => {
      if (complaint.length < COMPLAINT_CHARACTERS) complaint += piece.toString('utf8')
    })
    // It may end before it has read the picture.
    child.stdin.on('error', () => {})
    child.on('error', (error) => {
      end()
      reject(new Error(`${command} cannot be started: ${error.message}`))
    })
    child.on('close', (code, endedBy) => {
      end()
      if (killedFor) return reject(killedFor)
      if (endedBy === 'SIGXCPU')
        return reject(new UnreadableScan(`Tesseract needs more than ${limits.processorSeconds} seconds of processor time`))
      if (code === 0) return resolve(Buffer.concat(pieces).toString('utf8'))
      const said = complaint.trim().split('\n').at(-1)?.slice(0, 300)
      reject(new Error(`Tesseract ended with ${endedBy ?? code}${said ? `: ${said}` : ''}`))
    })
    try {
      if (child.pid) setPriority(child.pid, LOWEST_PRIORITY)
    } catch {
      // It has ended already.
    }
    child.stdin.end(picture)
  })
}

/** The command with limits of the system and the signal of a parent's end, by util-linux, which every Linux has. */
function limited(program: string, { processorSeconds, memoryBytes }: ScanLimits): string[] {
  if (process.platform !== 'linux') return [program]
  return [
    'setpriv',
    '--pdeathsig',
    'KILL',
    'prlimit',
    `--cpu=${processorSeconds}:${processorSeconds + 5}`,
    `--as=${memoryBytes}`,
    '--core=0',
    program,
  ]
}
