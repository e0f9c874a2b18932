import { pageWords as declared } from '@kiosk/domain/reading/endpoints'
import { defineHandler } from '../http/handler.ts'
import { pageOfSignature } from './page-right.ts'
import { wordsOfPage } from './page-text.ts'

export const pageWords = defineHandler(declared, 'personal', async (call) => {
  const { open } = await pageOfSignature(call.input, call)
  return wordsOfPage(call.ctx.files, open)
})
