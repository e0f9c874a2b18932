import type { ApiFetch } from '@kiosk/api-client/api-client'
import { API_BASE } from '@kiosk/contract/route'
import type { UserData } from '@kiosk/domain/accounts/endpoints'
import type { Category, Issue, IssueDetails, Titles } from '@kiosk/domain/catalogue/endpoints'
import type { Topic } from '@kiosk/domain/content/endpoints'
import type { Access, Contents } from '@kiosk/domain/reading/endpoints'
import { sampleDetails, sampleIssue } from './sample-issues.ts'

export type FakeShelf = {
  issues: Issue[]
  categories?: Category[]
  details?: (issue: Issue) => IssueDetails
  /** Status to answer with instead, by path prefix below `API_BASE`. */
  failing?: Record<string, number>
  user?: Partial<UserData>
  models?: { subscriptionId: number; shortNameDefault: 'FREE' | 'MAGZ' | 'PREMIUM' }[]
  pages?: { issue: Issue; page: number; snippet: string; open?: boolean; article?: { id: string; headline: string } }[]
  corrected?: string
  /** The visitor exceeded the limit of closed pages. */
  closedLeftOut?: boolean
  /** The time limit ended the search early. */
  cut?: boolean
  /** Continuation of the search results. */
  next?: string
  topics?: Topic[]
  suggestions?: { titles: object[]; topics: object[] }
  contents?: Contents
  access?: Access
  campaigns?: Record<string, { headline: string; description: string }>
}

/** Creates an in-memory API for the catalogue; `calls` records every path with its query. */
export function fakeApi(shelf: FakeShelf): { api: ApiFetch; calls: string[]; requests: Request[] } {
  const calls: string[] = []
  const requests: Request[] = []
  const api: ApiFetch = async (path, init) => {
    const url = new URL(path, 'http://api.invalid')
    const call = url.pathname.replace(API_BASE, '')
    calls.push(call + url.search)
    requests.push(new Request(url, init))
    const failing = Object.entries(shelf.failing ?? {}).find(([start]) => call.startsWith(start))
    if (failing) return Response.json({ code: 'unexpected', requestId: 'r1' }, { status: failing[1] })
    const answer = answerOf(call, url.searchParams, shelf)
    return answer === null ? Response.json({ code: 'not_found' }, { status: 404 }) : Response.json(answer)
  }
  return { api, calls, requests }
}

function answerOf(call: string, query: URLSearchParams, shelf: FakeShelf): unknown {
  const { issues } = shelf
  const [head = '', id = '', rest = ''] = call.split('/')
  const byUid = (uid: string) => issues.find((issue) => issue.uid === uid) ?? null
  if (call === 'websession/webinfo') return { ...visitor, ...shelf.user }
  if (call === 'subscription/models') return shelf.models ?? []
  if (call === 'search/suggestions') return shelf.suggestions ?? { titles: [], topics: [] }
  if (call === 'categories') return shelf.categories ?? []
  if (call === 'trendingtopics/topics') return { topics: shelf.topics ?? [] }
  if (head === 'issuecontent' && byUid(id)) return (rest === 'access' ? shelf.access : shelf.contents) ?? null
  if (call === 'issues/all') {
    const magazine = query.get('magazine')
    const year = query.get('year') ?? ''
    const chosen = issues.filter((issue) => issue.releaseDate.startsWith(year) && (!magazine || issue.magazineKey === magazine))
    return page(chosen, call, query)
  }
  if (call === 'titles') {
    if (query.has('category') && !shelf.categories?.some(({ uid }) => uid === query.get('category'))) return null
    const language = query.get('language')
    const current = [...Map.groupBy(issues, ({ magazineKey }) => magazineKey).values()].map(([newest]) => newest!)
    const since = query.get('since') ?? ''
    const chosen = current.filter((issue) => (!language || issue.language === language) && issue.releaseDate >= since)
    if (query.get('order') === 'name') chosen.sort((a, b) => a.titleLine.localeCompare(b.titleLine))
    return { ...page(chosen, call, query), count: chosen.length, ...(!query.has('after') && { choices: choices(current) }) }
  }
  if (head === 'issues' && id === 'category') {
    return shelf.categories?.some(({ uid }) => uid === rest) ? page(issues.slice(0, 7), call, query) : null
  }
  if (head === 'issues') return byUid(id)
  if (head === 'issuedetail') return detailsOf(byUid(id), shelf)
  if (head === 'marketing') {
    const campaign = shelf.campaigns?.[id]
    const normal = detailsOf(byUid(query.get('issue') ?? ''), shelf)
    if (!campaign || !normal) return null
    return { key: id, ...campaign, metaData: normal.details.metaData, ...normal, details: { ...normal.details, ...campaign } }
  }
  if (call === 'search') {
    const term = (query.get('q') ?? '').toLowerCase()
    return {
      issues: issues.filter((issue) => issue.titleLine.toLowerCase().includes(term)),
      pages: (shelf.pages ?? []).map((page) => ({ open: true, article: null, ...page })),
      ...(shelf.corrected && { corrected: shelf.corrected }),
      ...(shelf.closedLeftOut && { closedLeftOut: true }),
      ...(shelf.cut && { cut: true }),
      ...(shelf.next && { nextUrl: `${API_BASE}search?after=${shelf.next}` }),
    }
  }
  if (head === 'magazine') {
    const current = issues.find((issue) => issue.magazineKey === id)
    if (!current) return null
    return {
      currentIssueUid: current.uid,
      name: current.titleLine,
      description: '',
      language: 'de',
      publisher: '',
      releaseDate: current.releaseDate,
      currentIssue: current,
      years: [...Map.groupBy(issues, ({ releaseDate }) => Number(releaseDate.slice(0, 4)))].map(([year, all]) => ({
        year,
        issues: all.length,
      })),
    }
  }
  if (call === 'campaign/pricing/') return { campaignDtoList: prices, lowestPrice: 999 }
  if (call === 'issuelinks') {
    const { issues: part, nextUrl } = page(issues, call, query)
    const links = part.map(({ uid, titleLine: name, releaseDate }) => ({
      uid,
      name,
      releaseDate,
      changedAt: `${releaseDate}T09:00:00Z`,
    }))
    return { links, nextUrl }
  }
  return null
}

function detailsOf(issue: Issue | null, shelf: FakeShelf): IssueDetails | null {
  if (!issue) return null
  return shelf.details?.(issue) ?? { details: sampleDetails(), readersReadIssues: { issues: shelf.issues.slice(0, 3) } }
}

function choices(current: Issue[]): Titles['choices'] {
  const count = (property: (issue: Issue) => string) =>
    [...Map.groupBy(current, property)].map(([value, { length }]) => ({ value, titles: length }))
  return {
    languages: count(({ language }) => language).map(({ value: language, titles }) => ({ language, titles })),
    countries: [],
    letters: count(({ titleLine }) => titleLine[0]!.toLowerCase()).map(({ value: letter, titles }) => ({ letter, titles })),
  }
}

function page(issues: Issue[], call: string, query: URLSearchParams): { issues: Issue[]; nextUrl?: string } {
  const from = Number(query.get('after') ?? 0)
  const to = from + Number(query.get('limit') ?? 20)
  const next = new URLSearchParams(query)
  next.set('after', String(to))
  return { issues: issues.slice(from, to), ...(to < issues.length && { nextUrl: `${API_BASE}${call}?${next}` }) }
}

const prices = [
  { subscriptionId: 2, shortNameDefault: 'PREMIUM', normalPrice: 1999, specialOffer: false },
  { subscriptionId: 10, shortNameDefault: 'MAGZ', normalPrice: 999, specialOffer: false },
]

const visitor: UserData = {
  countryCode: 'AT',
  countryName: 'Österreich',
  regionActive: true,
  regionId: 1,
  magazineCount: 62,
  issueCount: 400,
}

/** Returns `count` issues, newest first. */
export function manyIssues(count: number): Issue[] {
  return Array.from({ length: count }, (_, index) =>
    sampleIssue({ uid: `u${index}`, titleLine: `Titel ${index}`, magazineKey: `titel-${index}` }),
  )
}
