import { hostname, userInfo } from 'node:os'

/** Who makes a change. `source`: network address of a browser, or name of the machine of a command. */
export type Actor =
  | { kind: 'staff'; staffId: number; name: string; source: string }
  | { kind: 'command'; name: string; source: string }

/** The user of the machine who runs a command. */
export function commandActor(): Actor {
  return { kind: 'command', name: userInfo().username, source: hostname() }
}
