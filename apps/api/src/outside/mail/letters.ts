/** What a letter says and to whom; the worker looks up the rest when it writes it. */
export type LetterJob =
  | { letter: 'verification' | 'recovery' | 'password-changed'; accountId: number }
  /** Somebody can come in by a provider from now on. */
  | { letter: 'way-in-added'; accountId: number; provider: 'facebook' | 'apple' }
  /** To the new address, and to the old one that it was asked for. */
  | { letter: 'confirm-address' | 'address-changed'; accountId: number; changeId: number }
  /** The account is gone when this is sent; `parting` holds its last address until then. */
  | { letter: 'account-deleted'; partingId: number }
  | { letter: 'release'; accountId: number; issueId: number }
  | { letter: 'feedback'; feedbackId: number }
  /** `invoiceId` null: a debit is under way, the invoice comes when it has arrived. */
  | { letter: 'contract-confirmed'; accountId: number; contract: number; invoiceId: number | null }
  | { letter: 'invoice'; accountId: number; invoiceId: number }
  | { letter: 'credit-note'; accountId: number; invoiceId: number }
  | { letter: 'charge-declined'; accountId: number; attemptId: string }
  | { letter: 'contract-ended'; accountId: number; contract: number }
  /** `endsAt`, `at`: ISO 8601. */
  | { letter: 'contract-cancelled'; accountId: number; contract: number; at: string; endsAt: string }
  | { letter: 'debit-announced'; accountId: number; contract: number; at: string }
  | { letter: 'exit-receipt'; declarationId: number }

/** Names of the letters about contracts and their payment. */
export type ContractLetter =
  | 'contract-confirmed'
  | 'invoice'
  | 'credit-note'
  | 'charge-declined'
  | 'contract-ended'
  | 'contract-cancelled'
  | 'debit-announced'
  | 'exit-receipt'
