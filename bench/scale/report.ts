import { BEHAVIOUR, type Coefficients, KINDS, type Limit, type Needs, needsOf, PRICES, type Size } from './model.ts'

/** Sizes of docs/scale.md. */
const SIZES: readonly Size[] = [
  { readers: 10_000, issues: 5_000, cdnShare: 0 },
  { readers: 100_000, issues: 20_000, cdnShare: 0.9 },
  { readers: 1_000_000, issues: 46_000, cdnShare: 0.9 },
]

const round = (value: number) => (value >= 100 ? Math.round(value).toLocaleString('en') : Number(value.toPrecision(2)).toString())

/** Returns the part of docs/scale.md that depends on measurements. */
export function tables(coefficients: Coefficients): string {
  const needs = SIZES.map((size) => needsOf(size, coefficients))
  const sizes = SIZES.map(({ readers }) => `${readers.toLocaleString('en')} readers`)
  const row = (what: string, value: (needs: Needs, size: Size) => string) =>
    line([what, ...needs.map((each, place) => value(each, SIZES[place]!))])
  const { conditions, requests, idle, rows, pageFileBytes, searchAtSize, rowsSource, check } = coefficients
  return [
    '## Coefficients',
    `Conditions: ${Object.entries(conditions)
      .map(([name, value]) => `${name} ${value}`)
      .join('; ')}.`,
    table(
      ['request', 'Node, ms of a core', 'PostgreSQL, ms of a core', 'bytes sent'],
      KINDS.map((kind) => [
        kind,
        ...[requests[kind].nodeMs, requests[kind].databaseMs, requests[kind].bytes].map((value) => round(value)),
      ]),
    ),
    `A server that nobody asks for anything needs ${round(idle.nodeMs)} ms of Node and ${round(idle.databaseMs)} ms of PostgreSQL in each second, most of it to look for jobs.`,
    `A search in ${searchAtSize.pages.toLocaleString('en')} pages takes ${searchAtSize.databaseMs} ms of PostgreSQL (${searchAtSize.source}); between both sizes the calculator interpolates.`,
    `Bytes of a row with its indexes: ${Object.entries(rows)
      .map(([name, bytes]) => `${name} ${bytes.toLocaleString('en')}`)
      .join(', ')}; files of a page ${Math.round(pageFileBytes / 1000)} KB (${rowsSource}).`,
    '## Three sizes',
    [
      head(['', ...sizes]),
      row('issues, share answered by a CDN', (_, size) => `${size.issues.toLocaleString('en')}, ${size.cdnShare * 100} %`),
      row('requests per second in the busiest minute', ({ requestsPerSecond }) =>
        round(Object.values(requestsPerSecond).reduce((total, each) => total + each, 0)),
      ),
      row('cores for Node, for PostgreSQL in that minute', (each) => `${round(each.nodeCores)}, ${round(each.databaseCores)}`),
      row('servers of 4 cores, with one to spare', ({ servers }) => String(servers)),
      row(
        'database, and standbys as large',
        ({ database }) =>
          `${database.cores} cores, ${database.memoryGb} GB of memory, ${round(database.diskGb)} GB of disk, ${database.standbys}`,
      ),
      row('files', ({ filesGb }) => `${round(filesGb)} GB`),
      row('bandwidth of all servers', ({ megabitsPerSecond }) => `${round(megabitsPerSecond)} Mbit/s`),
      row('traffic per month, CDN included', ({ egressGbPerMonth }) => `${round(egressGbPerMonth)} GB`),
      row('cost per month', ({ money }) => round(money.total)),
      row(
        'of which servers, database, files, traffic',
        ({ money }) => `${round(money.servers)}, ${round(money.database)}, ${round(money.files)}, ${round(money.egress)}`,
      ),
    ].join('\n'),
    '## What breaks first',
    'The starting point is one process, a database with 4 cores and 97 connections, a link of 1 Gbit/s and a disk of 500 GB. Each line says how many times that capacity is needed, if it is more than half.',
    ...needs.map((each, place) => `**${sizes[place]}**\n\n${breaking(each.limits)}`),
    '## Check',
    check
      ? `A load like that of ${check.readers.toLocaleString('en')} readers in their busiest minute (${check.requests.toLocaleString('en')} requests in ${check.seconds} seconds) was predicted to need ${compared(check.node)} ms of Node and ${compared(check.database)} ms of PostgreSQL in each second.`
      : 'No load has been compared with the prediction yet: `npm run scale:measure` does so.',
  ].join('\n\n')
}

function compared({ predictedMs, measuredMs }: { predictedMs: number; measuredMs: number }): string {
  return `${round(predictedMs)} and needed ${round(measuredMs)}`
}

function breaking(limits: readonly Limit[]): string {
  const near = limits.filter(({ load, bears }) => load > bears / 2)
  if (near.length === 0) return 'Nothing.'
  return table(
    ['what', 'needed', 'one bears', 'times', 'taken by'],
    near.map(({ what, load, bears, unit, takenBy }) => [
      what,
      `${round(load)} ${unit}`.trim(),
      `${round(bears)} ${unit}`.trim(),
      round(load / bears),
      takenBy,
    ]),
  )
}

/** Returns the needs of one size as text for a terminal. */
export function summary(size: Size, coefficients: Coefficients, prices = PRICES): string {
  const { nodeCores, databaseCores, servers, processes, database, filesGb, megabitsPerSecond, egressGbPerMonth, money, limits } =
    needsOf(size, coefficients, prices)
  const first = limits.filter(({ load, bears }) => load > bears)
  return [
    `${size.readers.toLocaleString('en')} readers, ${size.issues.toLocaleString('en')} issues of ${BEHAVIOUR.pagesPerIssue} pages, ${size.cdnShare * 100} % of public files from a CDN`,
    `servers     ${servers} of 4 cores (${processes} processes for ${round(nodeCores)} busy cores)`,
    `database    ${database.cores} cores (${round(databaseCores)} busy), ${database.memoryGb} GB of memory, ${round(database.diskGb)} GB of disk; ${database.standbys} as standby or replica`,
    `files       ${round(filesGb)} GB`,
    `line        ${round(megabitsPerSecond)} Mbit/s in the busiest minute, ${round(egressGbPerMonth)} GB a month`,
    `money       ${round(money.total)} a month: servers ${round(money.servers)}, database ${round(money.database)}, files ${round(money.files)}, sending ${round(money.egress)}`,
    ...first.map(({ what, load, bears, takenBy }) => `beyond one  ${what}: ${round(load / bears)} times; ${takenBy}`),
  ].join('\n')
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const head = (cells: readonly string[]) => `${line(cells)}\n|${'---|'.repeat(cells.length)}`
const table = (titles: readonly string[], rows: readonly (readonly string[])[]) => [head(titles), ...rows.map(line)].join('\n')
