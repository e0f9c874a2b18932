import { createHash } from 'node:crypto'
import * as routes from '@kiosk/contract/desk-routes'
import { DESK_API_BASE, type Route } from '@kiosk/contract/route'
import type { AppContext } from '../../../context.ts'
import type { fakeDesk } from '../../../staff/testing/desk.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

type Sent = { at?: number; headers?: Record<string, string>; version?: string }

/** Sends files as a client of the tus protocol, with the session of a desk. */
export function tusClient(ctx: AppContext, desk: ReturnType<typeof fakeDesk>) {
  const send = (method: string, address: string, headers: Record<string, string>, body?: Uint8Array<ArrayBuffer>) =>
    desk.fetch(
      new Request(ctx.publicUrl + address, {
        method,
        headers: { cookie: desk.cookie(), origin: new URL(ctx.publicUrl).origin, 'tus-resumable': '1.0.0', ...headers },
        ...(body && { body }),
      }),
    )
  const address = (route: Route, id = '') => DESK_API_BASE + route.path.replace('{id}', id)
  const client = {
    options: () => send('OPTIONS', address(routes.uploadProtocol), {}),
    /** @param names of `Upload-Metadata` */
    create: (length: number | string, names: Record<string, string> = { filename: 'heft.pdf' }, headers = {}) =>
      send('POST', address(routes.createUpload), {
        'upload-length': String(length),
        'upload-metadata': Object.entries(names)
          .map(([name, value]) => `${name} ${base64(value)}`)
          .join(','),
        ...headers,
      }),
    head: (id: string, headers = {}) => send('HEAD', address(routes.uploadOffset, id), headers),
    patch: (id: string, part: Uint8Array, { at = 0, headers = {} }: Sent = {}) =>
      send(
        'PATCH',
        address(routes.appendUpload, id),
        { 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream', ...headers },
        new Uint8Array(part),
      ),
    terminate: (id: string) => send('DELETE', address(routes.terminateUpload, id), {}),
    /** Sends a whole file in two parts. Returns its id. */
    async upload(file: Buffer, names: Record<string, string> = { filename: 'heft.pdf' }): Promise<string> {
      const id = idOf(await client.create(file.length, names))
      const half = Math.ceil(file.length / 2)
      await client.patch(id, file.subarray(0, half))
      const last = await client.patch(id, file.subarray(half), { at: half })
      if (last.status !== 204) throw new Error(`${last.status} ${await last.text()}`)
      return id
    },
  }
  return client
}

export const idOf = (created: Response) => created.headers.get('location')?.split('/').at(-1) ?? ''

export const sha1Of = (part: Uint8Array) => `sha1 ${createHash('sha1').update(part).digest('base64')}`
