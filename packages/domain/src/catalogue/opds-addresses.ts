/** Where a reading program learns how to log in: OPDS authentication document. */
export const authenticationAddress = '/opds/authentication.json'

/** The mark that pages have in a manifest: asked for without an account, their refusal says how to log in. */
export const PROGRAM_MARK = 'program=1'
