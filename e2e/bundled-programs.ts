// Bundles of the programs that tests start: servers, workers that are killed, commands. Without them, each program loads up to
// 2,600 modules. This takes a second of processor time, for most programs more than their work, and a run of all tests starts
// some hundred.
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = join(import.meta.dirname, '..')
/** How our sources name a program that they start. */
const ADDRESS = /new URL\('([^']+\.ts)', import\.meta\.url\)/g
/** Programs among the files with such an address. `main.ts` is not included: tests of its start need the modules as they are. */
const PROGRAM = /\/testing\/[^/]+\.ts$|-process\.ts$|\/operator\/src\/kiosk\.ts$|\/sandbox-payments\/src\/start\.ts$/
/** Packages with native parts, and those that no program needs. */
const EXTERNAL = /^(sharp|@node-rs\/.*|vite|vitest|typescript)(\/|$)|\.node$/

/** Writes the bundles into a folder of this project, because some packages are loaded from its `node_modules`. */
async function bundlePrograms(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const sources = globSync('{apps,packages}/*/src/**/*.ts', { cwd: root }).map((file) => join(root, file))
  const programs = new Set(sources.flatMap((file) => programsOf(readFileSync(file, 'utf8'), file)))
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries([...programs].map((program) => [nameOf(program), program])),
    platform: 'node',
    external: EXTERNAL,
    plugins: [bundledPrograms(folder, programs), ownAddresses],
    logLevel: 'silent',
  })
  await bundle.write({
    dir: folder,
    entryFileNames: '[name].mjs',
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  })
}

/**
 * Plugin of Vite and Rolldown that makes code start the bundle of a program instead of the program.
 * @param folder of the bundles
 * @param programs paths of those in it; default: all files of the folder
 */
export function bundledPrograms(folder: string, programs?: ReadonlySet<string>) {
  const isThere = (bundle: string, program: string) => programs?.has(program) ?? existsSync(bundle)
  return {
    name: 'bundled-programs',
    enforce: 'pre' as const,
    transform(code: string, file: string) {
      if (file.includes('/node_modules/') || programsOf(code, file).length === 0) return null
      const changed = code.replace(ADDRESS, (address, name: string) => {
        const program = join(dirname(file), name)
        const bundle = join(folder, `${nameOf(program)}.mjs`)
        return PROGRAM.test(program) && isThere(bundle, program)
          ? `new URL(${JSON.stringify(pathToFileURL(bundle).href)})`
          : address
      })
      return { code: changed, map: null }
    },
  }
}

/** Every module keeps the address of its source, with which it finds other files. */
const ownAddresses = {
  name: 'own-addresses',
  transform(code: string, file: string) {
    if (!code.includes('import.meta.')) return null
    const address = { url: pathToFileURL(file).href, dirname: dirname(file), filename: file }
    const changed = code.replace(/\bimport\.meta\.(url|dirname|filename)\b/g, (_, key: keyof typeof address) =>
      JSON.stringify(address[key]),
    )
    return { code: changed, map: null }
  },
}

function programsOf(code: string, file: string): string[] {
  return [...code.matchAll(ADDRESS)].map(([, name]) => join(dirname(file), name!)).filter((path) => PROGRAM.test(path))
}

/** Path from the root of the project, without `.ts`. */
function nameOf(program: string): string {
  return program.slice(root.length + 1, -'.ts'.length)
}

// The folder is the argument.
if (import.meta.main) await bundlePrograms(process.argv[2]!)
