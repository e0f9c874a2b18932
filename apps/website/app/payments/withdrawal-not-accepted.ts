/** What is said where the loss of the right of withdrawal was not accepted (section 5): also in the browser. */
export const WITHDRAWAL_NOT_ACCEPTED = 'VALIDATION.acceptLossOfCancellationPeriodRequired'
