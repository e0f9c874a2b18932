/** A command of the operator, as `run-command.ts` lists and runs it. */
export type Command = {
  /** One line for the list of commands. */
  summary: string
  help: string
  /** Exit code. */
  run(args: string[]): Promise<number>
}
