import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

const Declaration = z.object({
  name: z.string().trim().min(1).max(200),
  email: z.string().trim().min(3).max(254),
  contract: z.string().trim().max(200).default(''),
})

/** What came of a declaration; `unconfirmed` waits for its confirmation, all but `applied` for a person. */
export const ExitOutcome = z.enum(['applied', 'unconfirmed', 'unknown', 'too-late', 'by-hand'])

/** `outcome` and `endsAt` (ISO 8601, null = nobody can say) only for who is signed in to the account that it is about. */
const Received = z.object({
  receivedAt: z.string(),
  number: z.string(),
  outcome: ExitOutcome.optional(),
  endsAt: z.string().nullable().optional(),
})

const Declared = z.object({
  kind: z.enum(['cancel', 'withdraw']),
  number: z.string(),
  receivedAt: z.string(),
  outcome: ExitOutcome,
  endsAt: z.string().nullable(),
  /** Whether its button was pressed already, or it was declared signed in. */
  confirmed: z.boolean(),
})
export type DeclaredExit = z.output<typeof Declared>

export const cancelContract = endpoint({
  method: 'POST',
  path: 'contract/cancel',
  summary:
    'Receives the cancellation of a contract without a login; a receipt with the time goes out by e-mail. What cannot be taken back waits for the button in it',
  access: 'anyone',
  body: Declaration.extend({
    manner: z.enum(['ordinary', 'extraordinary']).default('ordinary'),
    reason: z.string().trim().max(2000).default(''),
    wishedEnd: z.string().max(10).default(''),
  }),
  output: Received,
  errors: ['wrong_input', 'too_many_requests'],
  ours: true,
})

export const withdrawContract = endpoint({
  method: 'POST',
  path: 'contract/withdraw',
  summary:
    'Receives the withdrawal from a contract without a login; a receipt goes out by e-mail. It is carried out by the button in it, or at once for who is signed in',
  access: 'anyone',
  body: Declaration,
  output: Received,
  errors: ['wrong_input', 'too_many_requests'],
  ours: true,
})

export const declaredExit = endpoint({
  method: 'GET',
  path: 'contract/declaration',
  summary: 'What the link of a receipt is about; spends nothing',
  access: 'anyone',
  query: z.object({ token: z.string().min(1).max(200) }),
  output: Declared,
  errors: ['token_invalid', 'token_expired'],
  ours: true,
})

export const unconfirmedExits = endpoint({
  method: 'GET',
  path: 'contract/unconfirmed',
  summary: 'Declarations about the contracts of the account that wait for a confirmation',
  access: 'session',
  output: z.object({ declarations: z.array(Declared) }),
  errors: [],
  ours: true,
})

export const confirmExit = endpoint({
  method: 'POST',
  path: 'contract/confirm',
  summary: 'Confirms a declaration, by the token of its receipt or by its number and a session, and carries it out; once',
  access: 'anyone',
  body: z.object({ token: z.string().max(200).default(''), number: z.string().max(40).default('') }),
  output: Declared,
  errors: ['token_invalid', 'token_expired', 'not_found'],
  ours: true,
})
