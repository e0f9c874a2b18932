/** Address of the OPDS authentication document, which tells OPDS clients how to sign in. */
export const authenticationAddress = '/opds/authentication.json'

/**
 * Query parameter of page addresses in a manifest: for a request without an account, the 401 response explains how to sign
 * in.
 */
export const PROGRAM_MARK = 'program=1'
