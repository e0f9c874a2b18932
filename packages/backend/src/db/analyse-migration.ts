// Determines from the text of a migration's statements what they lock, read, rewrite and remove (ADR-0290). It knows the
// statements that our migrations use; any other is "unknown".

export type Lock = 'ACCESS EXCLUSIVE' | 'SHARE ROW EXCLUSIVE' | 'SHARE' | 'SHARE UPDATE EXCLUSIVE' | 'ROW EXCLUSIVE' | 'unknown'

/** What is done with the rows of a table while it is locked. */
export type Work = 'none' | 'reads all rows' | 'rewrites the table' | 'changes rows' | 'unknown'

export type Effect = {
  /** Null: the statement names only an index or a constraint of the table, or cannot be analysed. */
  table: string | null
  /** Index or constraint by which the database finds the table. */
  through?: { index: string } | { constraint: string; of: string }
  lock: Lock
  work: Work
}

export type Statement = {
  /** Without comments, with the contents of strings and functions left out. */
  text: string
  /** Effects on tables that the migration has not created itself. */
  effects: Effect[]
  /** What the statement takes away from older programs: "drops the column email of accounts". */
  breaks: string[]
}

/** Analyses the statements of a migration, in order. */
export function analyseMigration(sql: string): Statement[] {
  const created = new Set<string>()
  return statementsIn(sql).map((text) => {
    const { effects, breaks, creates } = analyse(text)
    if (creates) created.add(creates)
    const isOfBefore = (table: string | null) => table === null || !created.has(table)
    return {
      text,
      effects: effects.filter(({ table }) => isOfBefore(table)),
      breaks: breaks.filter(({ table }) => isOfBefore(table)).map(({ what }) => what),
    }
  })
}

type Analysis = { effects: Effect[]; breaks: { table: string | null; what: string }[]; creates?: string | undefined }

const NAME = String.raw`(?:[a-z_]\w*\.)?(?:[a-z_]\w*|"[^"]+")`
const nothing: Analysis = { effects: [], breaks: [] }
const unknown: Analysis = { effects: [{ table: null, lock: 'unknown', work: 'unknown' }], breaks: [] }

function effect(table: string, lock: Lock, work: Work = 'none'): Analysis {
  return { effects: [{ table, lock, work }], breaks: [] }
}

function breaking(analysis: Analysis, what: string, table: string | null = null): Analysis {
  return { ...analysis, breaks: [...analysis.breaks, { table, what }] }
}

function all(analyses: Analysis[]): Analysis {
  return { effects: analyses.flatMap(({ effects }) => effects), breaks: analyses.flatMap(({ breaks }) => breaks) }
}

type Match = (found: RegExpExecArray) => Analysis
const rule = (pattern: string, match: Match): [RegExp, Match] => [
  new RegExp(`^${pattern.replaceAll('NAME', `(${NAME})`)}`),
  match,
]

/** The first pattern that matches a statement decides. */
const RULES = [
  rule('create (?:unlogged )?table (?:if not exists )?NAME ?\\(', (found) => ({
    ...all(foreignKeysIn(found.input).map((table) => effect(table, 'SHARE ROW EXCLUSIVE'))),
    creates: found[1],
  })),
  rule('create table (?:if not exists )?NAME partition of NAME', ([, partition, table]) => ({
    ...effect(table!, 'ACCESS EXCLUSIVE'),
    creates: partition,
  })),
  rule('create (?:unique )?index concurrently (?:if not exists )?\\w+ on NAME', ([, table]) =>
    effect(table!, 'SHARE UPDATE EXCLUSIVE', 'reads all rows'),
  ),
  rule('create (?:unique )?index (?:if not exists )?(?:\\w+ )?on NAME', ([, table]) => effect(table!, 'SHARE', 'reads all rows')),
  rule('create (?:or replace )?(?:constraint )?trigger .*? on NAME', ([, table]) => effect(table!, 'SHARE ROW EXCLUSIVE')),
  rule(
    'create (?:or replace )?(?:function|(?:materialized )?view|type|extension|sequence|text search|domain|aggregate|schema)\\b',
    () => nothing,
  ),
  rule('alter table (?:if exists )?(?:only )?NAME (.+)$', ([, table, actions]) =>
    all(parts(actions!).map((action) => analyseAction(table!, action))),
  ),
  rule('drop table (?:if exists )?(.+?)(?: cascade| restrict)?$', ([, tables]) =>
    all(parts(tables!).map((table) => breaking(effect(table, 'ACCESS EXCLUSIVE'), `drops the table ${table}`, table))),
  ),
  rule('drop index (concurrently )?(?:if exists )?(.+?)(?: cascade| restrict)?$', ([, concurrently, names]) => ({
    effects: parts(names!).map((index) => ({
      table: null,
      through: { index },
      lock: concurrently ? 'SHARE UPDATE EXCLUSIVE' : 'ACCESS EXCLUSIVE',
      work: 'none',
    })),
    breaks: [],
  })),
  rule('drop trigger (?:if exists )?(\\w+) on NAME', ([, trigger, table]) =>
    breaking(effect(table!, 'ACCESS EXCLUSIVE'), `drops the trigger ${trigger} of ${table}`, table!),
  ),
  rule('drop (function|view|materialized view|type|sequence|extension|domain|schema)\\b (?:if exists )?([\\w.]+)', (found) =>
    breaking(nothing, `drops the ${found[1]} ${found[2]}`),
  ),
  rule('alter (function|view|type|sequence|domain)\\b (?:if exists )?([\\w.]+).*? rename ', (found) =>
    breaking(nothing, `renames the ${found[1]} ${found[2]}, or a part of it`),
  ),
  rule('alter index [\\w.]+ rename to ', () => nothing),
  rule('alter type [\\w.]+ add value ', () => nothing),
  rule('update (?:only )?NAME (.+)$', ([, table, rest]) => ofRows('changes', table!, rest!)),
  rule('delete from (?:only )?NAME(.*)$', ([, table, rest]) => ofRows('deletes', table!, rest!)),
  rule('insert into NAME', ([, table]) => effect(table!, 'ROW EXCLUSIVE', 'changes rows')),
  rule('truncate (?:table )?NAME', ([, table]) =>
    breaking(effect(table!, 'ACCESS EXCLUSIVE', 'changes rows'), `deletes all rows of ${table}`, table!),
  ),
  rule('analyze NAME', ([, table]) => effect(table!, 'SHARE UPDATE EXCLUSIVE')),
  rule('(?:comment on|grant|revoke|set|reset)\\b', () => nothing),
]

/** Actions of "alter table". */
const ACTIONS: [RegExp, (table: string, found: RegExpExecArray) => Analysis][] = [
  [/^add constraint (\w+) (.+)$/, (table, found) => analyseConstraint(table, found[2]!, found[1]!)],
  [
    /^add ((?:primary key|unique|check|foreign key|exclude)\b.+)$/,
    (table, [, definition]) => analyseConstraint(table, definition!),
  ],
  [/^add (?:column )?(?:if not exists )?(\w+) (.+)$/, (table, [, column, rest]) => analyseColumn(table, column!, rest!)],
  [
    /^drop constraint (?:if exists )?(\w+)/,
    (table, [, constraint]) => ({
      effects: [
        { table, lock: 'ACCESS EXCLUSIVE', work: 'none' },
        // A foreign key adds triggers to the other table.
        { table: null, through: { constraint: constraint!, of: table }, lock: 'ACCESS EXCLUSIVE', work: 'none' },
      ],
      breaks: [],
    }),
  ],
  [
    /^drop (?:column )?(?:if exists )?(\w+)/,
    (table, [, column]) => breaking(effect(table, 'ACCESS EXCLUSIVE'), `drops the column ${column} of ${table}`, table),
  ],
  [
    /^alter (?:column )?(\w+) (?:set data )?type\b/,
    (table, [, column]) =>
      breaking(effect(table, 'ACCESS EXCLUSIVE', 'rewrites the table'), `changes the type of ${table}.${column}`, table),
  ],
  [
    /^alter (?:column )?(\w+) set not null/,
    (table, [, column]) =>
      breaking(effect(table, 'ACCESS EXCLUSIVE', 'reads all rows'), `requires a value of ${table}.${column}`, table),
  ],
  [
    /^alter (?:column )?(\w+) drop default/,
    (table, [, column]) => breaking(effect(table, 'ACCESS EXCLUSIVE'), `drops the default of ${table}.${column}`, table),
  ],
  [
    /^alter (?:column )?\w+ (?:set default|set generated|set storage|drop not null|drop expression|drop identity)/,
    (table) => effect(table, 'ACCESS EXCLUSIVE'),
  ],
  [/^alter (?:column )?\w+ set statistics/, (table) => effect(table, 'SHARE UPDATE EXCLUSIVE')],
  [/^validate constraint/, (table) => effect(table, 'SHARE UPDATE EXCLUSIVE', 'reads all rows')],
  [
    /^rename (?:(constraint|column) )?(?:(\w+) )?to (\w+)/,
    (table, [, kind, before, after]) => {
      const whole = effect(table, 'ACCESS EXCLUSIVE')
      if (kind === 'constraint') return whole
      return breaking(whole, `renames ${before ? `the column ${before} of ${table}` : `the table ${table}`} to ${after}`, table)
    },
  ],
  [/^(?:enable|disable) trigger/, (table) => effect(table, 'SHARE ROW EXCLUSIVE')],
  [/^(?:re)?set \(/, (table) => effect(table, 'SHARE UPDATE EXCLUSIVE')],
  [/^set (?:logged|unlogged|tablespace|access method)/, (table) => effect(table, 'ACCESS EXCLUSIVE', 'rewrites the table')],
  [/^(?:owner to|replica identity|(?:enable|disable|force|no force) row level)/, (table) => effect(table, 'ACCESS EXCLUSIVE')],
]

function analyse(text: string): Analysis {
  for (const [pattern, match] of RULES) {
    const found = pattern.exec(text)
    if (found) return match(found)
  }
  return unknown
}

function analyseAction(table: string, action: string): Analysis {
  for (const [pattern, match] of ACTIONS) {
    const found = pattern.exec(action)
    if (found) return match(table, found)
  }
  return { effects: [{ table, lock: 'unknown', work: 'unknown' }], breaks: [] }
}

function ofRows(verb: 'changes' | 'deletes', table: string, rest: string): Analysis {
  const found = effect(table, 'ROW EXCLUSIVE', 'changes rows')
  return / where /.test(outsideOfBrackets(rest)) ? found : breaking(found, `${verb} all rows of ${table}`, table)
}

function outsideOfBrackets(text: string): string {
  const without = text.replaceAll(/\([^()]*\)/g, '')
  return without === text ? text : outsideOfBrackets(without)
}

/**
 * Analyses a constraint of an existing table. With "not valid" no row is read, but rows written from now on must still meet it.
 */
function analyseConstraint(table: string, definition: string, name?: string): Analysis {
  const work = / not valid\b/.test(definition) ? 'none' : 'reads all rows'
  const what = `requires ${name ?? 'a constraint'} of ${table}`
  if (/^foreign key\b/.test(definition)) {
    const others = foreignKeysIn(definition).map((other) => effect(other, 'SHARE ROW EXCLUSIVE'))
    return breaking(all([effect(table, 'SHARE ROW EXCLUSIVE', work), ...others]), what, table)
  }
  if (/ using index /.test(definition)) return breaking(effect(table, 'ACCESS EXCLUSIVE'), what, table)
  return breaking(effect(table, 'ACCESS EXCLUSIVE', work), what, table)
}

/** Functions with a different result for each row: adding a column with such a default rewrites the table. */
const VOLATILE = /\b(?:gen_random_uuid|uuidv4|uuidv7|random|clock_timestamp|timeofday|nextval)\s*\(/
/** Functions with one result for a statement. */
const STABLE = /\b(?:now|transaction_timestamp|statement_timestamp|current_setting|current_database)\s*\(/g
/** What ends the expression of a default. */
const AFTER_DEFAULT = / (?:not null|null|check|references|unique|primary key|constraint|generated|collate)\b/

function analyseColumn(table: string, column: string, definition: string): Analysis {
  const parts = [effect(table, 'ACCESS EXCLUSIVE', workOfColumn(definition))]
  for (const other of foreignKeysIn(definition)) parts.push(effect(other, 'SHARE ROW EXCLUSIVE'))
  const hasValue = / (?:default|generated) /.test(` ${definition}`) || /^(?:small|big)?serial\b/.test(definition)
  const isRequired = / not null\b| primary key\b/.test(definition) && !hasValue
  return isRequired ? breaking(all(parts), `requires a value of the new column ${table}.${column}`, table) : all(parts)
}

function workOfColumn(definition: string): Work {
  if (/ generated .* (?:stored|identity)\b/.test(definition) || /^(?:small|big)?serial\b/.test(definition))
    return 'rewrites the table'
  const [, given] = / default (.+)$/.exec(definition) ?? []
  const value = given?.split(AFTER_DEFAULT)[0]?.replaceAll(STABLE, '') ?? ''
  if (VOLATILE.test(value)) return 'rewrites the table'
  if (/\w\s*\(/.test(value)) return 'unknown'
  const isChecked = / (?:check|unique|primary key)\b/.test(definition) || (given !== undefined && / references /.test(definition))
  return isChecked ? 'reads all rows' : 'none'
}

function foreignKeysIn(text: string): string[] {
  return [...text.matchAll(new RegExp(` references (${NAME})`, 'g'))].map(([, table]) => table!)
}

/** Splits at the commas outside brackets. */
function parts(list: string): string[] {
  const found = ['']
  let depth = 0
  for (const character of list) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === ',' && depth === 0) found.push('')
    else found[found.length - 1] += character
  }
  return found.map((each) => each.trim())
}

/** Comments, strings (also of functions: `$$…$$`), quoted names, and ends of statements. */
const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|(?<!\w)e'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1|"[^"]*"|;/gi

/** Returns the statements, each on one line, in lower case except quoted names, without comments and with empty strings. */
function statementsIn(sql: string): string[] {
  const END = '\0'
  const plain = sql.replaceAll(TOKEN, (token) => {
    if (token === ';') return END
    if (token.startsWith('"')) return token
    return token.startsWith('--') || token.startsWith('/*') ? ' ' : "''"
  })
  const inLowerCase = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ')
  return plain
    .split(END)
    .map((each) => each.replaceAll(/"[^"]*"|[^"]+/g, (part) => (part.startsWith('"') ? part : inLowerCase(part))).trim())
    .filter(Boolean)
}
