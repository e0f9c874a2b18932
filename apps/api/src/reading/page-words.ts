import { pageWords as declared } from '@kiosk/domain/reading/endpoints'
import { serve } from '../endpoint.ts'
import { openPage } from './signed-page.ts'
import { wordsOfPage } from './words-of-page.ts'

export const pageWords = serve(declared, 'personal', async (call) => {
  const issue = await openPage(call.input, call)
  return wordsOfPage(call.house.files, issue, call.input.page)
})
