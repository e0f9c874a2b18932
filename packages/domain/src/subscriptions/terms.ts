/** So long after the verification of a new account the launch offer stands. Days. */
export const LAUNCH_OFFER_STANDS = 14
