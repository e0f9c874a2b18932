import { pageWords as declared } from '@kiosk/domain/reading/endpoints'
import { serve } from '../endpoint.ts'
import { pageOfSignature } from './page-right.ts'
import { wordsOfPage } from './page-text.ts'

export const pageWords = serve(declared, 'personal', async (call) => {
  const { open } = await pageOfSignature(call.input, call)
  return wordsOfPage(call.house.files, open)
})
