import { cacheControl } from '@kiosk/domain/cache-rules'

/**
 * Responds with a file that no cache may keep.
 * @param options `name`: ASCII, without quotation marks; `type`: its media type; `disposition`: saved, or shown in the browser
 */
export function fileResponse(
  body: string | Buffer | ReadableStream,
  { name, type, disposition = 'attachment' }: { name: string; type: string; disposition?: 'attachment' | 'inline' },
): Response {
  return new Response(body instanceof Buffer ? new Uint8Array(body) : body, {
    headers: {
      'content-type': type,
      'content-disposition': `${disposition}; filename="${name}"`,
      'cache-control': cacheControl('personal'),
    },
  })
}

/** Without it, spreadsheets read UTF-8 as the code page of their country. */
const BYTE_ORDER_MARK = '\ufeff'

/** Responds with a CSV file for a spreadsheet, written in pieces. */
export function csvResponse(pieces: AsyncIterable<string>, name: string): Response {
  async function* marked(): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK
    yield* pieces
  }
  const body = ReadableStream.from(marked()).pipeThrough(new TextEncoderStream())
  return fileResponse(body, { name, type: 'text/csv; charset=utf-8' })
}
