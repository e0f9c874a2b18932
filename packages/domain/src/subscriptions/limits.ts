/** Time that the launch offer is available after an account is verified. */
export const LAUNCH_OFFER_DAYS = 14
