import { z } from 'zod'
import { Email, Line, Name, Paragraphs } from '../accounts/input.ts'
import { TEXT } from '../accounts/terms.ts'
import { endpoint } from '../endpoint.ts'

export const sendFeedback = endpoint({
  method: 'POST',
  path: 'feedback',
  summary: 'Feedback to the operator: stored, and sent as a mail',
  access: 'anyone',
  body: z.object({
    email: Email,
    name: Name(TEXT.name),
    title: Line(TEXT.name),
    content: Paragraphs(TEXT.message),
  }),
  errors: ['wrong_input', 'too_many_requests'],
})

export const crashReport = endpoint({
  method: 'POST',
  path: 'crashreport',
  summary: 'A fault in one of our programs; zipLog (base64, at most 64 KB) is kept as it is',
  access: 'anyone',
  body: z.object({
    device: z.string().max(200),
    os: z.string().max(200),
    app: z.string().max(200),
    exception: z.string().max(8000),
    zipLog: z
      .string()
      .max(64 * 1024)
      .regex(/^[A-Za-z0-9+/=_-]*$/)
      .default(''),
  }),
  errors: ['wrong_input', 'too_many_requests', 'body_too_large'],
})
