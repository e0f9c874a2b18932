import { eraseDueAccount } from '../accounts/erase-account.ts'
import type { House } from '../house.ts'
import type { LetterJob } from '../outside/mail/letters.ts'
import type { Lane } from '../outside/mail/recipient-lanes.ts'
import { sendLetter } from '../outside/mail/send-letter.ts'
import { bill } from '../payments/bill.ts'
import { cancelAtWallet } from '../payments/cancel-at-wallet.ts'
import { forgetMethod } from '../payments/forget-buyer.ts'
import { forgetOldBuyers } from '../payments/forget-old-buyers.ts'
import { keepMissingPapers, keepPapers } from '../payments/invoice-papers.ts'
import { reconcileNightly } from '../payments/reconcile-nightly.ts'
import { flagWeakEvidence } from '../payments/weak-evidence.ts'
import { detectStorms } from '../session/security-storms.ts'
import { announceIssue } from './announce-issue.ts'
import { housekeeping } from './housekeeping.ts'
import { pushRelease } from './push-release.ts'
import { sweepPayments, sweepWalletPayments } from './sweep-payments.ts'

/** Every job by name, and what it is given: ids only, never a token, a password or an address. */
export type Jobs = {
  letter: LetterJob
  /** Letters to many who do not wait for them at the screen: they never take the places of the others. */
  'bulk-letter': LetterJob
  /** Letters to everybody who waits for an issue. */
  releases: { issueId: number }
  /** A new issue, told to one device; `putOff` = how often its push service asked to come back later. */
  push: { addressId: number; issueId: number; putOff?: number }
  housekeeping: object
  /** Unusually many security events of a kind. */
  'security-storms': object
  /** What nobody told us of payments, and of wallets. */
  payments: object
  /** Charges that are due. */
  billing: object
  wallets: object
  /** The providers' own lists against our books. */
  reconcile: object
  /** Invoices that were issued, and whose PDFs are to be made and kept. */
  papers: { invoiceIds: number[] }
  /** Papers that are missing, and those that the law keeps no longer. */
  'old-papers': object
  /** Payment data of somebody who is gone, or that others took the place of. */
  'forget-method': { methodId: number; isReplaced?: true }
  /** A contract that a wallet or store charges. */
  'cancel-wallet': { contract: number }
  /** An account whose owner wants it erased, when the days of grace are over. */
  'erase-account': { accountId: number }
}

/** `signal`: the server stops; `lane`: mails in hand beside this one. */
export type Job = { id: string; attempt: number; lastTry: boolean; signal?: AbortSignal | undefined; lane?: Lane | undefined }
type Handlers = { [Name in keyof Jobs]: (given: Jobs[Name], house: House, job: Job) => Promise<void> }

/** Each may run twice: whoever was killed in the middle is run again. */
export const handlers: Handlers = {
  letter: sendLetter,
  'bulk-letter': sendLetter,
  releases: announceIssue,
  push: pushRelease,
  housekeeping,
  'security-storms': async (_given, house) => void (await detectStorms(house)),
  payments: sweepPayments,
  billing: async (_given, house) => void (await bill(house)),
  wallets: sweepWalletPayments,
  papers: ({ invoiceIds }, house) => keepPapers(house, invoiceIds),
  'old-papers': async (_given, house) => {
    await keepMissingPapers(house)
    await forgetOldBuyers(house)
    await flagWeakEvidence(house)
  },
  reconcile: reconcileNightly,
  'forget-method': forgetMethod,
  'cancel-wallet': ({ contract }, house) => cancelAtWallet(house, contract),
  'erase-account': eraseDueAccount,
}
