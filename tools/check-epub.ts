import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

// Checks EPUBs by the programs of others: `npm run check-epub -- FILE …`. epubcheck is a package of Debian (12 s of processor time a
// file, so this is no test); ACE by DAISY is run as well if its command `ace` is installed (`npm install --global @daisy/ace`).

/** Where Debian has it: an archive that Java runs. */
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
    console.log(`${file}: ${program} ${status === 0 ? 'has found nothing' : 'has found mistakes'}`)
    if (status !== 0) process.exitCode = 1
  }
