/** The launch offer is available this long after a new account is verified. Days. */
export const LAUNCH_OFFER_STANDS = 14
