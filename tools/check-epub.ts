import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

// Checks EPUBs with third-party programs: `npm run check-epub -- FILE …`. epubcheck is a package of Debian (12 s of processor
// time per file, so this is not a test); ACE by DAISY is run as well if its command `ace` is installed (`npm install --global
// @daisy/ace`).

/** Its path in Debian: an archive that Java runs. */
const DEBIAN_EPUBCHECK = '/usr/bin/epubcheck'

const files = process.argv.slice(2)
if (files.length === 0) throw new Error('usage: npm run check-epub -- FILE …')
const checks = [
  existsSync(DEBIAN_EPUBCHECK) ? ['java', '-jar', DEBIAN_EPUBCHECK, '--failonwarnings'] : ['epubcheck', '--failonwarnings'],
  ...(spawnSync('ace', ['--version']).status === 0 ? [['ace', '--silent']] : []),
]
for (const file of files)
  for (const [program, ...options] of checks) {
    const { status, error } = spawnSync(program!, [...options, file], { stdio: 'inherit' })
    if (error) throw new Error(`${program} cannot be run: ${error.message}`)
    console.log(`${file}: ${program} ${status === 0 ? 'found no errors' : 'found errors'}`)
    if (status !== 0) process.exitCode = 1
  }
