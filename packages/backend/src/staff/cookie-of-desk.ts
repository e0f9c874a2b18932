/**
 * Returns name and attributes of a cookie of staff. Over plain HTTP, browsers send it only to the desk. The prefix `__Host-`,
 * which other hosts of the domain cannot set, requires HTTPS and applies to the whole host.
 */
export function cookieOfDesk(publicUrl: string, name: string): { name: string; attributes: string } {
  const secure = publicUrl.startsWith('https:')
  return {
    name: secure ? `__Host-${name}` : name,
    attributes: `Path=${secure ? '/; Secure' : '/desk'}; HttpOnly; SameSite=Strict`,
  }
}
