/** Message for a missing acceptance of the loss of the right of withdrawal; also used in the browser. */
export const WITHDRAWAL_NOT_ACCEPTED = 'VALIDATION.acceptLossOfCancellationPeriodRequired'
