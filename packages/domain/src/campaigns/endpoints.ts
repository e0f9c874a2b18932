import { z } from 'zod'
import { IssueDetails } from '../catalogue/endpoints.ts'
import { endpoint } from '../endpoint.ts'

export const campaignDetails = endpoint({
  method: 'GET',
  path: 'marketing/{campaignKey}',
  summary: "A campaign's own words; with `issue`, that issue's details in them",
  access: 'anyone',
  params: z.object({
    campaignKey: z
      .string()
      .max(100)
      .meta({ examples: ['ostern'] }),
  }),
  query: z.object({
    issue: z
      .string()
      .max(64)
      .optional()
      .meta({ examples: ['k2m4q8x0a1b2'] }),
  }),
  output: z.object({
    key: z.string(),
    headline: z.string(),
    description: z.string(),
    metaData: z.object({ title: z.string(), description: z.string() }),
    details: IssueDetails.shape.details.optional(),
    readersReadIssues: IssueDetails.shape.readersReadIssues.optional(),
  }),
  errors: ['wrong_input', 'not_found'],
})
