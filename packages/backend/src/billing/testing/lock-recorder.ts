import pg from 'pg'
import { LOCK_ORDER } from '../locks.ts'

type Table = (typeof LOCK_ORDER)[number]
/** Tables whose rows refer to an account, so that an insert takes a share lock on its key. */
const REFER_TO_ACCOUNTS = [
  'subscriptions',
  'termination_declarations',
  'setup_sessions',
  'carts',
  'payment_methods',
  'invoices',
  'wallet_approvals',
]
const rank = (table: string) => LOCK_ORDER.indexOf(table as Table)

/**
 * Watches every transaction of this process through `pg` and reports locks in the wrong order. Recognises statements in the form
 * that our code uses: `update t`, `delete from t`, `for … update of t`, `insert into t`.
 * @param delay awaited before every statement
 */
export function recordLocks(delay: () => Promise<unknown>) {
  const query = pg.Client.prototype.query as (...options: unknown[]) => unknown
  const held = new WeakMap<pg.Client, Set<Table>>()
  const violations = new Set<string>()

  pg.Client.prototype.query = function (this: pg.Client, ...options: unknown[]) {
    const [text] = options
    if (typeof text !== 'string' || typeof options.at(-1) === 'function') return query.apply(this, options)
    if (/^\s*(begin|start transaction)/i.test(text)) held.set(this, new Set())
    else if (/^\s*(commit|rollback)/i.test(text)) held.delete(this)
    const own = held.get(this)
    if (own) note(own, text, options[1])
    return delay().then(() => query.apply(this, options))
  } as never

  function note(own: Set<Table>, text: string, values: unknown): void {
    for (const { table, waits } of locksIn(text, Array.isArray(values) ? values : [])) {
      const later = [...own].filter((each) => rank(each) > rank(table))
      if (waits && later.length > 0 && !own.has(table))
        violations.add(`${table} after ${later.join(', ')}: ${text.replace(/\s+/g, ' ').slice(0, 160)}`)
      own.add(table)
    }
  }

  return {
    violations,
    end: () => {
      pg.Client.prototype.query = query as never
    },
  }
}

/** Returns tables whose rows a statement with these values locks, in the order of the text. */
function locksIn(text: string, values: readonly unknown[]): { table: Table; waits: boolean }[] {
  const names = new Map<string, string>()
  for (const [, table, alias] of text.matchAll(/\b(?:from|join|update(?!\s+of\b))\s+"?(\w+)"?(?:\s+(?:as\s+)?"?(\w+)"?)?/gi)) {
    names.set(table!, table!)
    if (alias && !/^(where|set|on|join|left|inner|order|group|limit|for|cross|using)$/i.test(alias)) names.set(alias, table!)
  }
  const found: { place: number; table: string; waits: boolean }[] = []
  const add = (place: number, name: string, waits = true) => void found.push({ place, table: names.get(name) ?? name, waits })
  for (const { index, 1: table } of text.matchAll(/\bupdate\s+"?(\w+)"?[^;]*?\bset\b/gi))
    if (!/^(of|skip|set)$/i.test(table!)) add(index, table!)
  for (const { index, 1: table } of text.matchAll(/\bdelete\s+from\s+"?(\w+)"?/gi)) add(index, table!)
  for (const { index, 1: table } of text.matchAll(/\binsert\s+into\s+"?(\w+)"?/gi)) {
    if (REFER_TO_ACCOUNTS.includes(table!) && !isOfNobody(text.slice(index), values)) add(index, 'accounts')
    add(index, table!, /on conflict[^;]*do update/i.test(text))
  }
  for (const match of text.matchAll(
    /\bfor\s+(?:no\s+key\s+update|update|key\s+share|share)(?:\s+of\s+([\w", ]+?))?(\s+skip\s+locked)?(?=\s|\)|$)/gi,
  )) {
    const before = [...text.slice(0, match.index).matchAll(/\bfrom\s+"?(\w+)"?/gi)].at(-1)?.[1]
    const of = match[1] ? match[1].split(',').map((each) => each.replace(/["\s]/g, '')) : [before ?? '']
    for (const each of of) add(match.index, each, !match[2])
  }
  return found
    .filter(({ table }) => rank(table) >= 0)
    .sort((a, b) => a.place - b.place)
    .map(({ table, waits }) => ({ table: table as Table, waits }))
}

/** Returns whether an insert, as the query builder writes it, refers to no account in any of its rows. */
function isOfNobody(insert: string, values: readonly unknown[]): boolean {
  const [, columns, rows] = /^insert into "\w+" \(([^)]*)\) values (.*)$/s.exec(insert) ?? []
  const place = columns?.split(', ').indexOf('"account_id"') ?? -1
  if (place === -1) return false
  return [...rows!.matchAll(/\(([^()]*)\)/g)].every(([, row]) => {
    const placeholder = /^\$(\d+)$/.exec(row!.split(', ')[place] ?? '')
    return placeholder !== null && values[Number(placeholder[1]) - 1] === null
  })
}
