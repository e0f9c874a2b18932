/** The server's log. Each line has an `event`. */
export type Log = Record<'warn' | 'error', (line: { event: string; [name: string]: unknown }, message: string) => void>
