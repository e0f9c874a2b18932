import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** User data of section 3. Signed out: no `firstname`, only place, counts and the wallet's client id. */
export const UserData = z.object({
  firstname: z.string().optional(),
  lastname: z.string().optional(),
  email: z.string().optional(),
  countryCode: z.string(),
  countryName: z.string(),
  regionActive: z.boolean(),
  regionId: z.number(),
  magazineCount: z.number(),
  issueCount: z.number(),
  payPalClientId: z.string().optional(),
  subscription: z.object({ id: z.number(), paymentRequired: z.boolean() }).optional(),
  promoCode: z.object({ title: z.string(), expiryDate: z.string(), expiryDateString: z.string() }).optional(),
  canChangeBillingData: z.boolean().optional(),
  terms: z.object({ show: z.boolean() }).optional(),
})
export type UserData = z.infer<typeof UserData>

export const webinfo = endpoint({
  method: 'GET',
  path: 'websession/webinfo',
  summary: 'Who and where the visitor is; never 401',
  access: 'anyone',
  output: UserData,
  errors: [],
})

export const region = endpoint({
  method: 'GET',
  path: 'region',
  summary: "The visitor's region: 1 Austria, 2 Germany, 3 Switzerland, 4 Luxembourg",
  access: 'anyone',
  output: z.object({ id: z.number() }),
  errors: [],
})
