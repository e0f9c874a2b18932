// Runs on any Node >= 20: brings the project's Node 24 and the packages of the two lockfiles, once per lockfile.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const lockfiles = ['runtime/package-lock.json', 'package-lock.json'].map(root)
const fingerprint = createHash('sha256')
for (const lockfile of lockfiles) fingerprint.update(readFileSync(lockfile))
const wanted = fingerprint.digest('hex')
const stamp = root('node_modules/.brought')

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) bring()

function bring() {
  npm(process.execPath, ['ci', '--ignore-scripts'], root('runtime'), {})
  const folder = root(`runtime/node_modules/node-${process.platform}-${process.arch}/bin`)
  const brought = existsSync(`${folder}/node`) ? `${folder}/node` : undefined
  if (!brought && Number(process.versions.node.split('.')[0]) < 24) {
    console.error(
      `There is no packaged Node 24 for ${process.platform}-${process.arch}: install Node 24 or newer and start again.`,
    )
    process.exit(1)
  }
  const node = brought ?? process.execPath
  // NODE_ENV=production would leave out what builds the website.
  npm(node, ['ci', '--include=optional', '--include=dev'], root('.'), {
    PATH: `${dirname(node)}:${process.env.PATH}`,
    NODE_ENV: '',
  })
  mkdirSync(root('node_modules/.bin'), { recursive: true })
  rmSync(root('node_modules/.bin/node'), { force: true })
  symlinkSync(node, root('node_modules/.bin/node'))
  writeFileSync(stamp, wanted)
}

/** Runs the npm that started us under the given Node; npm as a command where it was not npm that started us. */
function npm(node, args, cwd, env) {
  const cli = process.env.npm_execpath
  const [file, first] = cli?.endsWith('js') ? [node, [cli]] : ['npm', []]
  const quiet = { npm_config_update_notifier: 'false', npm_config_audit: 'false', npm_config_fund: 'false' }
  const { status } = spawnSync(file, [...first, ...args], { cwd, stdio: 'inherit', env: { ...process.env, ...quiet, ...env } })
  if (status !== 0) process.exit(status ?? 1)
}
