// Helpers that declare the operator's commands: subcommands, arguments and options, based on commander (ADR-0182).
import type { Command as TypedCommand, Option as TypedOption } from '@commander-js/extra-typings'
import { Command as Commander, CommanderError, Help, Option } from 'commander'

/** Declares the actions, arguments and options of a command, from which help and error messages follow. */
export type DeclareCommand = (command: TypedCommand) => void

const WRONG_USE = 64
/** Maximum width of help texts. Characters. */
const WIDEST_HELP_CHARACTERS = 120
/** Indent of a usage's continued lines. Characters. */
const INDENT = 11

/** Creates the root of the command line. Every run needs its own, because it stores the parsed arguments. */
export function createProgram(): TypedCommand {
  const width = (stream: NodeJS.WriteStream) => () => Math.min(stream.columns ?? WIDEST_HELP_CHARACTERS, WIDEST_HELP_CHARACTERS)
  const program = new OperatorCommand('npm run kiosk --')
    // Not process.exit: other commands may run in the same process.
    .exitOverride(({ exitCode, code, message }) => {
      throw new CommanderError(exitCode && WRONG_USE, code, message)
    })
    .configureOutput({
      writeOut: (text) => console.log(text.trimEnd()),
      writeErr: (text) => console.error(text.trimEnd()),
      getOutHelpWidth: width(process.stdout),
      getErrHelpWidth: width(process.stderr),
    })
    .configureHelp({ commandUsage, subcommandTerm: (command) => command.name(), styleDescriptionText: unwrapped })
  // The same class, with typed arguments and options.
  return program as unknown as TypedCommand
}

/** Whether an argument requests help. */
export const isHelp = (typed: string) => typed === '--help' || typed === '-h'

class OperatorCommand extends Commander {
  /** Reports the option with a suggestion; missing in the types of commander. */
  declare unknownOption: (flag: string) => void

  override createCommand(name?: string): OperatorCommand {
    return new OperatorCommand(name)
  }

  /** Rejects `--why --dry-run`: the reason is missing. Otherwise "--dry-run" would be the reason of a real change. */
  override parseOptions(args: string[]) {
    const end = args.indexOf('--')
    for (const [index, arg] of args.slice(0, end < 0 ? undefined : end).entries()) {
      const option = this.options.find((each) => each.required && each.long === arg)
      const value = args[index + 1] ?? ''
      if (option && value.length > 1 && value.startsWith('-'))
        this.error(`error: option '${option.flags}' argument missing. For a value that begins with a hyphen: ${arg}=${value}`)
    }
    const parsed = super.parseOptions(args)
    const [unknown] = parsed.unknown
    // Reported here, because a mistyped required option would otherwise be reported as missing.
    if (unknown && this.commands.length === 0 && !parsed.unknown.some(isHelp)) this.unknownOption(unknown)
    return parsed
  }

  override error(message: string): never {
    const actions = this.commands.map((each) => each.name()).join(', ')
    const usage = this.registeredArguments.length > 0 || !actions ? usageOf(this) : `${pathOf(this)} COMMAND`
    return super.error(`${message}\n\nUsage: ${usage}${actions && `\nCommands: ${actions}`}\nHelp: ${pathOf(this)} --help`)
  }
}

function pathOf(command: Commander): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()
}

/** Returns "npm run kiosk -- price raise <PLAN> <AMOUNT> --from <DAY>", without former names, which commander adds as aliases. */
function usageOf(command: Commander): string {
  const args = command
    .usage()
    .replace(/\[(?:options|command)\] ?/g, '')
    .trim()
  const options = command.options.filter(({ hidden }) => !hidden)
  return [pathOf(command), args, ...options.map(({ flags, mandatory }) => (mandatory ? flags : `[${flags}]`))]
    .filter(Boolean)
    .join(' ')
}

/** Returns the usage of a command and of each of its actions, one per line. */
function commandUsage(command: Commander): string {
  if (!command.parent) return `${command.name()} ${command.usage()}`
  const ownUsage = command.commands.length === 0 || command.registeredArguments.length > 0 ? [command] : []
  const wrapped = (usage: string) =>
    new Help().boxWrap(usage, WIDEST_HELP_CHARACTERS - INDENT).replaceAll('\n', `\n${' '.repeat(INDENT)}`)
  return [...ownUsage, ...command.commands].map((each) => wrapped(usageOf(each))).join(`\n${' '.repeat('Usage: '.length)}`)
}

/** Joins the lines of a paragraph, because commander wraps them again; an empty line begins a new one. */
function unwrapped(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim().replace(/\s*\n\s*/g, ' '))
    .join('\n\n')
}

/** Wraps a function that resolves to an exit code as an action of a command. */
export function withExitCode<Args extends unknown[]>(work: (...args: Args) => Promise<number>): (...args: Args) => Promise<void> {
  return async (...args) => {
    const exitCode = await work(...args)
    if (exitCode !== 0) throw new CommanderError(exitCode, 'kiosk.done', '')
  }
}

/** Declares a former name of an option, which still works but is not listed. @param current name of its value */
export function formerOption<Flags extends string>(flags: Flags, current: string): TypedOption<Flags> {
  const option = Object.assign(new Option(flags).hideHelp(), { attributeName: () => current })
  return option as unknown as TypedOption<Flags>
}

/** Environment variables of commands that use the database and the stored files only. */
export const DATA_ENVIRONMENT = '\nEnvironment: DATA_DIR, DATABASE_URL.'
/** Environment variables of commands that use payment providers or send e-mails. */
export const SERVER_ENVIRONMENT =
  '\nEnvironment: DATA_DIR, DATABASE_URL, OPERATOR_FILE, ENVIRONMENT, PUBLIC_URL and the settings of payments.'
