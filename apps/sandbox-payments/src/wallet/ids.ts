import { randomInt, randomUUID } from 'node:crypto'

const SIGNS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const signs = (length: number) => Array.from({ length }, () => SIGNS[randomInt(SIGNS.length)]).join('')

/** New ids in PayPal's formats: "P-5ML4271244454362WXNWU5NQ", "I-BW452GLLEP1G", "3C679366HH908993F". */
export const newPlanId = () => `P-${signs(24)}`
export const newProductId = () => `PROD-${signs(17)}`
export const newSubscriptionId = () => `I-${signs(12)}`
export const newTransactionId = () => signs(17)
export const newDisputeId = () => `PP-D-${randomInt(10_000, 99_999)}`
export const newEventId = () => `WH-${signs(17)}-${signs(17)}`
/** Returns a secret part of an address that only the buyer's browser knows. */
export const newToken = () => randomUUID().replaceAll('-', '')
