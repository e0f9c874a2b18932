/** Returns whether a path to which a login or a registration leads back is an order that it interrupted. */
export function isBuying(path: string | null): boolean {
  return path?.startsWith('/user/payment/') ?? false
}
