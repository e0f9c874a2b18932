import { issue as declared } from '@kiosk/domain/catalogue/endpoints'
import { serve } from '../endpoint.ts'
import { presentIssue } from './present-issue.ts'
import { findIssue } from './seen-shelf.ts'

export const issue = serve(declared, 'catalogue', async (call) => {
  const { row, title } = await findIssue(call.input.uid, call)
  return presentIssue(row, title, call)
})
