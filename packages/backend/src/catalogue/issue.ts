import { issue as declared } from '@kiosk/domain/catalogue/endpoints'
import { defineHandler } from '../http/handler.ts'
import { presentIssue } from './present-issue.ts'
import { findIssue } from './viewer-catalogue.ts'

export const issue = defineHandler(declared, 'catalogue', async (call) => {
  const { row, title } = await findIssue(call.input.uid, call)
  return presentIssue(row, title, call)
})
