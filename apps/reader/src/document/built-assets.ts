import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const buildFolder = fileURLToPath(new URL('../../build/client/', import.meta.url))

type Built = Record<string, { file: string; css?: string[]; imports?: string[]; isEntry?: boolean; name?: string }>
/** URLs of a document's assets: its script, imported modules, and style sheets. */
export type Assets = { script: string; modules: string[]; styles: string[] }

let read: { at: number; manifest: Built } | null = null

/** Reads the assets of an entry from the Vite manifest, again after every build. Throws if there is no build. */
export function builtAssets(name: 'issue' | 'shelf'): Assets {
  const path = `${buildFolder}.vite/manifest.json`
  if (!existsSync(path)) throw new Error('the reader is not built: run `vite build` in apps/reader')
  const at = statSync(path).mtimeMs
  if (read?.at !== at) read = { at, manifest: JSON.parse(readFileSync(path, 'utf8')) as Built }
  const { manifest } = read
  const entry = Object.keys(manifest).find((key) => manifest[key]!.isEntry && manifest[key]!.name === name)
  if (!entry) throw new Error(`the reader's build has no entry ${name}`)
  const needed = [entry]
  for (const key of needed) for (const each of manifest[key]!.imports ?? []) if (!needed.includes(each)) needed.push(each)
  const address = (file: string) => `/reader/${file}`
  return {
    script: address(manifest[entry]!.file),
    modules: needed.slice(1).map((key) => address(manifest[key]!.file)),
    styles: [...new Set(needed.flatMap((key) => manifest[key]!.css ?? []))].map(address),
  }
}
