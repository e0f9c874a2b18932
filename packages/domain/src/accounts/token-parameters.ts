/** Query parameters that log in, and what each of them is (section 2.3 of the specification). */
export const loginTokenParameters = {
  sessionToken: 'session',
  ssoToken: 'sso',
  sessionTokenFromAppleLogin: 'apple',
  facebookToken: 'facebook',
} as const

const SECRET = new RegExp(`[?&](?:token|${Object.keys(loginTokenParameters).join('|')})=`)

/** Whether an address carries a token of a login or of an e-mail: what it answers is for whoever holds it. */
export function carriesToken(address: string): boolean {
  return SECRET.test(address)
}
