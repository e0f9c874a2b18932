/**
 * Returns name and attributes of a cookie that staff have. Browsers send it to the desk only over HTTP; `__Host-`, which other
 * hosts of the domain cannot set, requires HTTPS and the whole host.
 */
export function cookieOfDesk(publicUrl: string, name: string): { name: string; attributes: string } {
  const secure = publicUrl.startsWith('https:')
  return {
    name: secure ? `__Host-${name}` : name,
    attributes: `Path=${secure ? '/; Secure' : '/desk'}; HttpOnly; SameSite=Strict`,
  }
}
