export const nodePackages: Record<string, string>
export const WANTED_NODE: { major: number; minor: number }
export function isWantedNode(version: string): boolean
