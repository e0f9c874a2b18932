/** The OPDS authentication document, which tells OPDS clients how to sign in. */
export const authenticationAddress = '/opds/authentication.json'

/**
 * Query parameter of page addresses in a manifest: the 401 response to a request without an account explains how to sign
 * in.
 */
export const PROGRAM_MARK = 'program=1'
