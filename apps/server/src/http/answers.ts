import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { wholeOf } from '@kiosk/domain/whole-response'
import type { PageDictionaries } from '../dictionary/page-dictionaries.ts'
import { createLargeBodies } from '../gate/large-bodies.ts'
import { bringsBody, checkFieldCount, checkForm, longestBodyOf, readBody } from '../gate/request-body.ts'
import type { CheckedRequest } from '../gate/request-gate.ts'
import { type Sent, sendOnce } from '../pages/rendered-page.ts'
import { createWebsitePages, type Visit, type WebsitePrograms } from '../pages/website-pages.ts'
import type { Program } from '../program.ts'
import { boundHead } from './bound-head.ts'
import { type CdnHeaders, createCdnHeaders } from './cdn-headers.ts'
import { compressed } from './compression.ts'
import type { StaticFiles } from './static-files.ts'
import { requireHttps } from './strict-transport.ts'
import { requestOf, signalOf } from './web-request.ts'

export type AnsweringPrograms = WebsitePrograms & {
  api: Program
  reader: Program
  /** Pages and API of the operator's desk. */
  desk: Program
  /** Health and metrics. */
  service: Program
  /** Development only: the sent e-mails, under `/dev/mail`. */
  mailbox?: Program | undefined
  files: StaticFiles[]
  /** Headers for the CDN; undefined = there is none. */
  cdn?: CdnHeaders | undefined
  /** Maximum time for receiving a body. Default: 30 s. */
  bodyMs?: number | undefined
}

/** Paths of images, which are rendered on demand: rendering stops if the reader has turned the page. */
const IMAGE = /\/(picture|cover)(\/|$)/

/** Answers requests that the gate has checked: by a file, a page of the website or another program. */
export function createAnswers(programs: AnsweringPrograms) {
  const { cdn = createCdnHeaders(null), hsts } = programs
  const largeBody = createLargeBodies()
  const website = createWebsitePages(programs, { send, requireHttps: (response) => requireHttps(response, hsts) })

  async function answer(
    { program, path }: CheckedRequest,
    visit: Visit | null,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const files = programs.files.find((each) => each.has(path))
    if (program !== 'website' || files) requireHttps(response, hsts)
    const body = await bodyOf(path, request, response)
    if (program === 'website' || program === 'reader') checkForm(request, body)
    if (body && program === 'api') checkFieldCount(request, body)
    if (program === 'api')
      return through(programs.api, request, response, body, IMAGE.test(path) ? signalOf(response) : undefined)
    if (program === 'service') return through(programs.service, request, response, body)
    if (program === 'mailbox' && programs.mailbox) return through(programs.mailbox, request, response, body)
    if (files && (await files.answer(path, request, response))) return
    if (programs.development && (await programs.development(request, response))) return
    if (program === 'reader' || program === 'desk') return through(programs[program], request, response, body)
    await website.answer(visit ?? website.visitOf(request), request, response, body)
  }

  async function bodyOf(path: string, request: IncomingMessage, response: ServerResponse): Promise<Buffer<ArrayBuffer> | null> {
    if (!bringsBody(request)) return null
    const large = largeBody(programs.visitorOf(request).address)
    return readBody(request, response, { longestBytes: longestBodyOf(path), timeoutMs: programs.bodyMs, large })
  }

  async function through(
    program: Program,
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer<ArrayBuffer> | null,
    signal?: AbortSignal,
  ): Promise<void> {
    const visitor = programs.visitorOf(request)
    const client = body ? { ...visitor, gone: signalOf(response) } : visitor
    return send(await program(requestOf(request, body, signal), client), request, response)
  }

  /** Sends a response. Most are complete and need no stream. */
  async function send(
    answer: Response,
    request: IncomingMessage,
    response: ServerResponse,
    dictionaries?: PageDictionaries,
    keep?: (sent: Sent) => void,
  ): Promise<void> {
    cdn.finish(answer.headers)
    boundHead(answer.headers)
    if (wholeOf(answer) !== undefined) return sendOnce(answer, request, response, dictionaries, keep)
    const stream = getRequestListener(async (requested) => compressed(answer, requested), { overrideGlobalObjects: false })
    await stream(request, response)
  }

  return { answer, website }
}
