import { readCommandConfig } from '@kiosk/backend/config'
import { openContext as openContextOf } from '@kiosk/backend/create-context'

/**
 * The context of the server, for commands that do what the server does. E-mails that they cause wait for the server.
 * @param options `now` = another clock; `payments` = other providers
 * @throws ConfigError
 */
export const openContext = (options?: Parameters<typeof openContextOf>[1]) => openContextOf(readCommandConfig(), options)
