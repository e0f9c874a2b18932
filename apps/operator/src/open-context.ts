import { commandActor } from '@kiosk/backend/audit/actor'
import { readCommandConfig } from '@kiosk/backend/config'
import type { AppContext } from '@kiosk/backend/context'
import { openContext as openContextOf } from '@kiosk/backend/create-context'

type Options = Parameters<typeof openContextOf>[1]

/**
 * Opens the context of the server, for commands that do what the server does. The server sends the e-mails that they queue.
 * @param options `now` = another clock; `payments` = other providers
 * @throws ConfigError
 */
export async function openContext(options?: Options): ReturnType<typeof openContextOf> {
  const { ctx, close } = await openContextOf(readCommandConfig(), options)
  return { ctx: { ...ctx, actor: commandActor() }, close }
}

/** Opens the context of the server for `work` and closes it afterwards. @throws ConfigError */
export async function withContext<T>(work: (ctx: AppContext) => Promise<T>, options?: Options): Promise<T> {
  const { ctx, close } = await openContext(options)
  try {
    return await work(ctx)
  } finally {
    await close()
  }
}
