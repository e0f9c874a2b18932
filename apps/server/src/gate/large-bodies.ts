import { GateError } from './gate-error.ts'

const MEGABYTE_BYTES = 1024 * 1024

/**
 * Maximum bytes of bodies in memory at once, for everybody and for one address. The first bytes of each, which every form may
 * have, do not count. An upload at the desk sends parts of a megabyte, a few at a time.
 */
const MOST_BYTES = { inAll: 128 * MEGABYTE_BYTES, ofAddress: 16 * MEGABYTE_BYTES }
const RETRY_SECONDS = 10

/** `take` counts further bytes of a body. @throws GateError busy */
export type LargeBody = { take(bytes: number): void; release(): void }

/**
 * Limits the memory of large bodies: receiving a body may take half a minute, so hundreds of connections that send three
 * megabytes each, but never the end, would fill the memory. Forms do not count, so nobody is kept from signing in.
 */
export function createLargeBodies({ inAll, ofAddress }: { inAll: number; ofAddress: number } = MOST_BYTES) {
  const byAddress = new Map<string, number>()
  let all = 0

  return (address: string): LargeBody => {
    let own = 0
    return {
      take(bytes) {
        const others = byAddress.get(address) ?? 0
        if (all + bytes > inAll || others + bytes > ofAddress)
          throw new GateError('busy', { 'retry-after': String(RETRY_SECONDS) })
        byAddress.set(address, others + bytes)
        all += bytes
        own += bytes
      },
      release() {
        const left = (byAddress.get(address) ?? 0) - own
        if (left > 0) byAddress.set(address, left)
        else byAddress.delete(address)
        all -= own
        own = 0
      },
    }
  }
}
