import type { ForkOptions } from 'node:child_process'

/** A process that reads or computes with untrusted files: it gets no settings and no secrets, and prints nothing. */
export const ISOLATED_PROCESS = {
  serialization: 'advanced',
  env: {},
  execArgv: ['--max-old-space-size=512', '--disable-warning=ExperimentalWarning'],
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
} satisfies ForkOptions
