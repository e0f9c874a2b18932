/** Query parameters that sign in, and the kind of token in each. */
export const loginTokenParameters = {
  sessionToken: 'session',
  ssoToken: 'sso',
  sessionTokenFromAppleLogin: 'apple',
  facebookToken: 'facebook',
} as const

const SECRET = new RegExp(`[?&](?:token|${Object.keys(loginTokenParameters).join('|')})=`)

/** Returns whether an address contains a sign-in or e-mail token; then the response is private to the holder. */
export function carriesToken(address: string): boolean {
  return SECRET.test(address)
}
