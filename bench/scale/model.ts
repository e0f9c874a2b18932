// Calculates what a newsstand of a given size needs, from coefficients that measure.ts has measured.

import { connectionsOfProcess } from '@kiosk/backend/db/pool-sizes'
import { DEFAULT_EMAIL_RATES } from '@kiosk/backend/settings/settings'

/** Kinds of requests, as measure.ts makes them. */
export const KINDS = [
  'static',
  'keptPage',
  'renderedPage',
  'cover',
  'readerPage',
  'readerDocument',
  'access',
  'issueDetail',
  'picture',
  'drawnPicture',
  'events',
  'search',
  'login',
] as const
export type Kind = (typeof KINDS)[number]

/** Cost of one request: milliseconds of processors, bytes of the response's body as sent. */
export type Cost = { nodeMs: number; databaseMs: number; bytes: number }

export type Coefficients = {
  /** Date, machine, load and size of the newsstand. */
  conditions: Record<string, string | number>
  requests: Record<Kind, Cost>
  /** What an idle server needs, in milliseconds of processors per second. */
  idle: Omit<Cost, 'bytes'>
  /** A search in a newsstand of true size, which has this many `pages`. */
  searchAtSize: { databaseMs: number; pages: number; source: string }
  /** Bytes of a row with its indexes. */
  rows: Record<'event' | 'account' | 'session' | 'place' | 'favourite' | 'job' | 'page', number>
  rowsSource: string
  /** Files of one page of an issue: its share of the PDF and its kept pictures. Bytes. */
  pageFileBytes: number
  /** Prediction and measurement of a load like that of `readers` in their busiest minute, in milliseconds per second. */
  check: { readers: number; seconds: number; requests: number; node: Compared; database: Compared } | null
}
type Compared = { predictedMs: number; measuredMs: number }

/** How readers behave. These are assumptions, not measurements: replace them with your own figures. */
export const BEHAVIOUR = {
  /** Share of the readers who come on a day. */
  activeShare: 0.3,
  visitsPerActiveReader: 1.6,
  /** Visits without sign-in for each reader and day. */
  anonymousVisitsPerReader: 0.5,
  /** Share of a day's visits in its busiest hour, and the rate of the busiest minute as a multiple of that hour's. */
  busiestHourShare: 0.15,
  burst: 2,
  readerVisit: {
    static: 4,
    cover: 12,
    readerPage: 2,
    readerDocument: 1,
    access: 1,
    issueDetail: 1,
    picture: 20,
    events: 6,
    search: 0.15,
    login: 0.03,
  } as Partial<Record<Kind, number>>,
  anonymousVisit: { static: 20, keptPage: 2.2, renderedPage: 0.1, cover: 15 } as Partial<Record<Kind, number>>,
  /** Pictures of printed pages and covers have more bytes than those of the demonstration, which are drawn with few colours. */
  pictureBytes: { picture: 150_000, drawnPicture: 150_000, cover: 15_000 } as Partial<Record<Kind, number>>,
  issuesPerDay: 60,
  pagesPerIssue: 37,
  /** Number of widths and formats in which a page of a new issue is drawn, and the share that is drawn in the busiest hour. */
  drawnVariants: 3,
  drawnInBusiestHourShare: 0.3,
  /** Days for which reading events are kept. */
  eventDays: 90,
  sessionsPerReader: 2,
  favouritesPerReader: 4,
  placesPerReader: 12,
  /** Share of all readers who get an e-mail about the most popular new issue, and how soon all should have it. Minutes. */
  largestAnnouncementShare: 0.1,
  announcementMinutes: 60,
} as const

/** Prices per month of 730 hours. These are assumptions, in a currency of your choice. */
export const PRICES = {
  /** A core with 4 GB of memory. */
  coreHour: 0.02,
  /** Disk of the database, replicated by its operator. */
  diskGbMonth: 0.1,
  objectGbMonth: 0.02,
  egressGb: 0.01,
}
type Prices = typeof PRICES

const HOURS_PER_MONTH = 730
const DAYS_PER_MONTH = 30.4
const SECONDS_PER_HOUR = 3600
const GIGABYTE = 1e9
/** Processors are planned to be busy for this share of the busiest minute: latency grows fast above. */
const BUSY_SHARE = 0.5
const CORES_PER_SERVER = 4
const DATABASE_CORES = [2, 4, 8, 16, 32, 64] as const
/** Room for dead rows, for the write-ahead log and for rebuilding an index. */
const DISK_FACTOR = 2
const LEAST_DISK_GB = 20
/** Maximum database connections of each process, and further ones of one process of each server for its jobs. */
const CONNECTIONS = connectionsOfProcess(DEFAULT_EMAIL_RATES)
/** What one process sends: six e-mails at a time (`letter` in job-handlers.ts), each 50 ms at the mail server. */
const EMAILS_PER_SECOND = 120

/** The limits of one server and one database of medium size, to see what breaks first. */
const ONE_OF_EACH = { nodeCores: 1, drawingCores: 1, databaseCores: 4, connections: 97, megabits: 1000, diskGb: 500 } as const

export type Size = {
  readers: number
  issues: number /** Share of static files, covers and public pages that a CDN answers. */
  cdnShare: number
}

export type Limit = { what: string; load: number; bears: number; unit: string; takenBy: string }

export type Needs = {
  /** Requests per second in the busiest minute, without those that a CDN answers. */
  requestsPerSecond: Record<Kind, number>
  nodeCores: number
  databaseCores: number
  servers: number
  processes: number
  database: { cores: number; standbys: number; memoryGb: number; diskGb: number }
  filesGb: number
  megabitsPerSecond: number
  egressGbPerMonth: number
  money: Record<'servers' | 'database' | 'files' | 'egress' | 'total', number>
  /** The limits of one server and one database that are exceeded, by how much, largest first. */
  limits: Limit[]
}

const TAKEN_BY_CDN: readonly Kind[] = ['static', 'cover', 'keptPage']

/** Returns what a newsstand of this size needs. @throws RangeError if a number is not positive */
export function needsOf(
  size: Size,
  { requests, idle, searchAtSize, rows, pageFileBytes }: Coefficients,
  prices: Prices = PRICES,
): Needs {
  const { readers, issues, cdnShare } = size
  if (!(readers > 0 && issues > 0 && cdnShare >= 0 && cdnShare < 1)) throw new RangeError('readers, issues > 0; 0 <= cdn < 1')
  const b = BEHAVIOUR
  const pages = issues * b.pagesPerIssue
  const readerVisits = readers * b.activeShare * b.visitsPerActiveReader
  const anonymousVisits = readers * b.anonymousVisitsPerReader
  const busiest = (b.busiestHourShare * b.burst) / SECONDS_PER_HOUR
  const perDay = Object.fromEntries(
    KINDS.map((kind) => [kind, readerVisits * (b.readerVisit[kind] ?? 0) + anonymousVisits * (b.anonymousVisit[kind] ?? 0)]),
  ) as Record<Kind, number>
  perDay.drawnPicture = b.issuesPerDay * b.pagesPerIssue * b.drawnVariants
  const all = Object.fromEntries(KINDS.map((kind) => [kind, perDay[kind] * busiest])) as Record<Kind, number>
  all.drawnPicture = (perDay.drawnPicture * b.drawnInBusiestHourShare) / SECONDS_PER_HOUR
  const atServers = Object.fromEntries(
    KINDS.map((kind) => [kind, all[kind] * (TAKEN_BY_CDN.includes(kind) ? 1 - cdnShare : 1)]),
  ) as Record<Kind, number>
  // Between the small measured newsstand and one of true size, the time of a search grows in proportion to the pages.
  const searchMs =
    requests.search.databaseMs + (searchAtSize.databaseMs - requests.search.databaseMs) * (pages / searchAtSize.pages)
  const databaseMs = (kind: Kind) =>
    kind === 'search' ? Math.max(requests.search.databaseMs, searchMs) : requests[kind].databaseMs
  const sum = (value: (kind: Kind) => number) => KINDS.reduce((total, kind) => total + value(kind), 0)
  const nodeOfRequests = sum((kind) => (atServers[kind] * requests[kind].nodeMs) / 1000)
  const drawingCores = (atServers.drawnPicture * requests.drawnPicture.nodeMs) / 1000

  const processes = Math.max(2, Math.ceil(nodeOfRequests / BUSY_SHARE))
  // One more than the busiest minute needs, because one may be down.
  const servers = Math.max(2, Math.ceil(processes / CORES_PER_SERVER) + 1)
  const nodeCores = nodeOfRequests + (servers * idle.nodeMs) / 1000
  const databaseCores = sum((kind) => (atServers[kind] * databaseMs(kind)) / 1000) + (servers * idle.databaseMs) / 1000
  const events = readerVisits * (b.readerVisit.events ?? 0) * b.eventDays
  const rowBytes =
    events * rows.event +
    readers * (rows.account + b.sessionsPerReader * rows.session + b.favouritesPerReader * rows.favourite) +
    readers * b.placesPerReader * rows.place +
    pages * rows.page +
    readers * b.largestAnnouncementShare * rows.job
  const diskGb = Math.max(LEAST_DISK_GB, (rowBytes * DISK_FACTOR) / GIGABYTE)
  const wantedCores = databaseCores / BUSY_SHARE
  const cores = DATABASE_CORES.find((each) => each >= wantedCores) ?? 64
  const standbys = Math.max(1, Math.ceil(wantedCores / cores) - 1)
  const memoryGb = Math.max(cores * 4, 2 ** Math.ceil(Math.log2(Math.max(4, diskGb / 8))))
  const filesGb = (pages * pageFileBytes) / GIGABYTE
  const bytesOf = (kind: Kind) => Math.max(requests[kind].bytes, b.pictureBytes[kind] ?? 0)
  const bitsPerSecond = sum((kind) => atServers[kind] * bytesOf(kind)) * 8
  const egressGbPerMonth = (sum((kind) => perDay[kind] * bytesOf(kind)) * DAYS_PER_MONTH) / GIGABYTE

  const money = {
    servers: servers * CORES_PER_SERVER * HOURS_PER_MONTH * prices.coreHour,
    database: (1 + standbys) * (Math.max(cores, memoryGb / 4) * HOURS_PER_MONTH * prices.coreHour + diskGb * prices.diskGbMonth),
    files: filesGb * prices.objectGbMonth,
    egress: egressGbPerMonth * prices.egressGb,
  }
  const announcement = (readers * b.largestAnnouncementShare) / (b.announcementMinutes * 60)
  const limits: Limit[] = [
    {
      what: 'processor of one process',
      load: nodeCores,
      bears: ONE_OF_EACH.nodeCores * BUSY_SHARE,
      unit: 'cores',
      takenBy: 'more processes on a machine, more servers behind a balancer',
    },
    {
      what: 'pictures drawn by one process',
      load: drawingCores,
      bears: ONE_OF_EACH.drawingCores,
      unit: 'cores',
      takenBy: 'processes that only draw',
    },
    {
      what: 'processor of the database',
      load: databaseCores,
      bears: ONE_OF_EACH.databaseCores * BUSY_SHARE,
      unit: 'cores',
      takenBy: 'a larger machine, then a replica that reads',
    },
    {
      what: 'connections to the database',
      load: processes * CONNECTIONS.answering + Math.min(processes, servers) * CONNECTIONS.jobs,
      bears: ONE_OF_EACH.connections,
      unit: '',
      takenBy: 'a pooler between servers and database',
    },
    {
      what: 'line of one server',
      load: bitsPerSecond / 1e6,
      bears: ONE_OF_EACH.megabits * BUSY_SHARE,
      unit: 'Mbit/s',
      takenBy: 'a CDN for static files, covers and public pages; more servers',
    },
    {
      what: 'disk of one server',
      load: filesGb,
      bears: ONE_OF_EACH.diskGb,
      unit: 'GB',
      takenBy: 'a bucket for the files',
    },
    {
      what: 'e-mails about one issue',
      load: announcement,
      bears: EMAILS_PER_SECOND,
      unit: '/s',
      takenBy: 'processes that only do background jobs',
    },
  ]
  return {
    requestsPerSecond: atServers,
    nodeCores,
    databaseCores,
    servers,
    processes,
    database: { cores, standbys, memoryGb, diskGb },
    filesGb,
    megabitsPerSecond: bitsPerSecond / 1e6,
    egressGbPerMonth,
    money: { ...money, total: Object.values(money).reduce((total, each) => total + each, 0) },
    limits: limits.sort((one, other) => other.load / other.bears - one.load / one.bears),
  }
}
