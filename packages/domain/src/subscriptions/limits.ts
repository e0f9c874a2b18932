/** Time that the launch offer is available after an account is verified. Days. */
export const LAUNCH_OFFER_STANDS = 14
