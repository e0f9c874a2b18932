// Runs on any Node >= 20: installs the packages of the lockfile, and Node 24 if the machine has another, once per lockfile.
// `--as-installed` keeps the installed packages, for example those of `npm ci --omit=dev`.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isWantedNode, nodePackages, WANTED_NODE } from './node-package.mjs'

const root = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const lockfiles = ['runtime/package-lock.json', 'package-lock.json'].map(root)
const fingerprint = createHash('sha256')
for (const lockfile of lockfiles) fingerprint.update(readFileSync(lockfile))
const wanted = fingerprint.digest('hex')
const stamp = root('node_modules/.brought')
const link = root('node_modules/.bin/node')

// A link to a Node that has been uninstalled since does not count.
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted || !existsSync(link)) bring()

function bring() {
  const node = nodeOfMachine() ?? packagedNode() ?? nodeOfAnotherMajor()
  // NODE_ENV=production would omit the packages that build the website.
  if (!process.argv.includes('--as-installed'))
    npm(node, ['ci', '--include=optional', '--include=dev'], root('.'), {
      PATH: `${dirname(node)}:${process.env.PATH}`,
      NODE_ENV: '',
    })
  mkdirSync(root('node_modules/.bin'), { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(node, link)
  writeFileSync(stamp, wanted)
}

/** Returns the running Node if it is the wanted one. A packaged Node never is, because its lockfile may have changed. */
function nodeOfMachine() {
  const isPackaged = realpathSync(process.execPath).startsWith(root('runtime/node_modules/'))
  return isPackaged || !isWantedNode(process.versions.node) ? undefined : process.execPath
}

function packagedNode() {
  const name = nodePackages[`${process.platform}-${process.arch}`]
  if (!name) return undefined
  npm(process.execPath, ['ci', '--ignore-scripts'], root('runtime'), {})
  // Headers for compiling modules take a third of the package; nothing here is compiled.
  rmSync(root(`runtime/node_modules/${name}/include`), { recursive: true, force: true })
  const node = root(`runtime/node_modules/${name}/bin/node`)
  return existsSync(node) ? node : undefined
}

function nodeOfAnotherMajor() {
  if (Number(process.versions.node.split('.')[0]) > WANTED_NODE.major) return process.execPath
  console.error(
    `There is no packaged Node ${WANTED_NODE.major} for ${process.platform}-${process.arch}: install Node ${WANTED_NODE.major}.${WANTED_NODE.minor} or newer and start again.`,
  )
  process.exit(1)
}

/** Runs npm under the given Node: the npm that started this script, or the command `npm` if none did. */
function npm(node, args, cwd, env) {
  const cli = process.env.npm_execpath
  const [file, first] = cli?.endsWith('js') ? [node, [cli]] : ['npm', []]
  const quiet = { npm_config_update_notifier: 'false', npm_config_audit: 'false', npm_config_fund: 'false' }
  const { status } = spawnSync(file, [...first, ...args], { cwd, stdio: 'inherit', env: { ...process.env, ...quiet, ...env } })
  if (status !== 0) process.exit(status ?? 1)
}
