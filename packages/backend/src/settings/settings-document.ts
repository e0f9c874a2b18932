import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { About } from '../setting.ts'
import { root, settingGroups } from './settings.ts'

export const settingsPath = join(root, 'docs/settings.md')

export const chartSchemaPath = join(root, 'ops/helm/read-it/values.schema.json')

const HEAD = `# Settings

These are the environment variables of the server, its worker and the commands. They are read and validated at start. An empty variable counts as unset. If a value is wrong, the program names the variable and ends with code 78. Texts, prices and campaigns are not settings: change them at the desk or with [commands](operating.md), while the server runs.

\`npm run settings\` generates this file from the schemas in \`packages/backend/src/settings/settings.ts\`.
`

/** Returns the contents of docs/settings.md. */
export function settingsDocument(): string {
  const sections = settingGroups.map(({ heading, says, schema }) => {
    const rows = Object.entries(schema.shape).map(([name, setting]) => rowOf(name, setting as z.ZodType))
    const table = ['| variable | values | default | meaning |', '|---|---|---|---|', ...rows].join('\n')
    return [`## ${heading}`, says, table].filter(Boolean).join('\n\n')
  })
  return `${[HEAD, ...sections].join('\n')}\n`.replaceAll('|\n##', '|\n\n##')
}

/** Returns a setting as a row of its table. @throws Error if it has no description */
export function rowOf(name: string, setting: z.ZodType): string {
  const about = (setting.meta() ?? {}) as Partial<About>
  if (!about.description) throw new Error(`${name} has no description in packages/backend/src/settings/settings.ts`)
  const shown = about.shownDefault ?? defaultOf(setting)
  return `| \`${name}\` | ${valuesOf(setting)}${about.secret ? ', secret' : ''} | ${shown} | ${about.description.replaceAll('|', '\\|')} |`
}

type Described = { type?: string; format?: string; enum?: string[]; minimum?: number; maximum?: number }

function described(setting: z.ZodType): Described {
  return z.toJSONSchema(setting, { io: 'input', unrepresentable: 'any' }) as Described
}

function valuesOf(setting: z.ZodType): string {
  if (innermost(setting) instanceof z.ZodCodec) return '`true`, `false`'
  const codes = (names: readonly unknown[]) => names.map((each) => `\`${each}\``).join(', ')
  // A text that is parsed as a list of names.
  const list = setting instanceof z.ZodPipe && setting.out instanceof z.ZodArray ? setting.out.element : undefined
  if (list instanceof z.ZodEnum) return `list of ${codes(list.options)}`
  const { type, format, enum: names, minimum = 0, maximum } = described(setting)
  if (names) return codes(names)
  if (type === 'number' || type === 'integer')
    return maximum === undefined || maximum === Number.MAX_SAFE_INTEGER
      ? `number from ${minimum}`
      : `number from ${minimum} to ${maximum}`
  return format === 'uri' ? 'URL' : 'text'
}

function defaultOf(setting: z.ZodType): string {
  if (setting instanceof z.ZodPipe) return defaultOf(setting.in as z.ZodType)
  const value = setting instanceof z.ZodDefault ? setting.def.defaultValue : undefined
  return value === undefined || value === '' ? '–' : `\`${value}\``
}

/** Returns the schema without its default and its optionality. */
function innermost(setting: z.ZodType): z.ZodType {
  return setting instanceof z.ZodOptional || setting instanceof z.ZodDefault ? innermost(setting.unwrap() as z.ZodType) : setting
}

/** Returns the schema of the Helm chart's values, updated with the names of all secrets, which the values must not contain. */
export function chartSchema(): string {
  const secrets = settingGroups
    .flatMap(({ schema }) => Object.entries(schema.shape))
    .filter(([, setting]) => (setting as z.ZodType).meta()?.secret)
    .map(([name]) => name)
  const schema = readFileSync(chartSchemaPath, 'utf8')
  const list = secrets.map((name) => `\n            "${name}"`).join(',')
  return schema.replace(/("not": \{\s*"enum": \[)[^\]]*\]/, `$1${list}\n          ]`)
}
