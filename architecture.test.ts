// The shape of the tree, as ARCHITECTURE.md tells it, kept by reading the sources.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = import.meta.dirname
const programs = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${folder}/${entry.name}`),
)

/** Which of our own workspaces each may import; tests may import more. */
const mayImport: Record<string, string[]> = {
  'packages/domain': [],
  'packages/ui': [],
  'packages/languages': ['domain'],
  'apps/api': ['languages', 'domain'],
  'apps/website': ['ui', 'languages', 'domain'],
  'apps/reader': ['ui', 'languages', 'domain'],
  'apps/importer': ['api', 'domain'],
  'apps/sandbox-payments': [],
  'apps/demo': ['api', 'domain', 'importer'],
  'apps/operator': ['api', 'domain', 'importer', 'demo'],
  'apps/server': ['languages', 'api', 'domain', 'importer', 'demo', 'reader', 'website'],
}

type Source = { file: string; program: string; text: string; imports: string[]; isTest: boolean }
const sources: Source[] = programs.flatMap((program) =>
  readdirSync(join(root, program), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx)$/.test(name) && !/(^|\/)(node_modules|build|\.react-router)\//.test(name))
    .map((name) => {
      const file = `${program}/${name}`
      const text = readFileSync(join(root, file), 'utf8')
      const imports = [
        ...text.matchAll(/^(?:import|export|\}|const| {2}).*?(?:\bfrom |\bimport\()'([^']+)'|^import '([^']+)'/gm),
      ].map((match) => (match[1] ?? match[2])!)
      return {
        file,
        program,
        text,
        imports,
        isTest: /\.test\.|test-|-contract\.|build-(catalogue|account)|\/testing\//.test(name),
      }
    }),
)

test('every program is in the table of directions', () => {
  expect(programs.sort()).toEqual(Object.keys(mayImport).sort())
})

test('imports go in the directions of the table only', () => {
  const wrong = sources
    .filter(({ isTest }) => !isTest)
    .flatMap(({ file, program, imports }) =>
      imports
        .map((each) => /^@kiosk\/([a-z-]+)/.exec(each)?.[1])
        .filter((name) => name !== undefined && !mayImport[program]!.includes(name))
        .map((name) => `${file} imports ${name}`),
    )
  expect(wrong).toEqual([])
})

test('relative imports stay inside their program', () => {
  const wrong = sources
    .filter(({ isTest }) => !isTest)
    .flatMap(({ file, program, imports }) =>
      imports
        .filter((each) => each.startsWith('.'))
        .map((each) => relative(root, normalize(join(root, dirname(file), each))))
        .filter((target) => !target.startsWith(`${program}/`) && !/operator\.json$|package\.json$/.test(target))
        .map((target) => `${file} imports ${target}`),
    )
  expect(wrong).toEqual([])
})

test('rules that screens import do not bring the schema library', () => {
  const wrong = sources
    .filter(({ program, file }) => program === 'packages/domain' && !/(endpoints?|operator|input)\.ts$/.test(file))
    .filter(({ text }) => /^import (?!type).*'zod'/m.test(text))
    .map(({ file }) => file)
  expect(wrong).toEqual([])
})

test('files are named for what is in them', () => {
  const wrong = sources
    .map(({ file }) => file)
    .filter((file) => /(^|\/)(utils?|helpers?|common|misc|types|shared|index)(\.|\/)/.test(file))
  expect(wrong).toEqual([])
})

test('a workspace declares every package that it imports', () => {
  const builtIn = /^(node:|virtual:|\.|@kiosk\/)/
  const wrong = sources.flatMap(({ file, program, imports, isTest }) => {
    const manifest = JSON.parse(readFileSync(join(root, program, 'package.json'), 'utf8')) as Record<
      string,
      Record<string, string>
    >
    const house = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, Record<string, string>>
    const declared = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
    return imports
      .filter((each) => !builtIn.test(each) && !/^import type/.test(each))
      .map((each) => /^(@[^/]+\/[^/]+|[^/]+)/.exec(each)![1]!)
      .filter(
        (name) =>
          !(name in declared) && !((isTest || /config/.test(file)) && house.devDependencies && name in house.devDependencies),
      )
      .map((name) => `${file} imports ${name}`)
  })
  expect(wrong).toEqual([])
})

test('only the database folder and queries touch tables of another domain', () => {
  const screens = sources.filter(({ program }) => program === 'apps/website' || program === 'apps/reader')
  expect(screens.filter(({ text }) => /from '(pg|kysely)'/.test(text)).map(({ file }) => file)).toEqual([])
})

test('connections to the database are made in one place, which listens for their loss and bounds their waits', () => {
  const making = sources.filter(({ isTest, text }) => !isTest && /new (pg\.)?(Pool|Client)\(/.test(text)).map(({ file }) => file)
  expect(making).toEqual(['apps/api/src/database/connections.ts'])
})

test('HTML that is not written here enters a page in one place, cleaned before', () => {
  // Words of the house, drawings, scripts of its own and JSON with every "<" escaped are the others.
  const known = ['content/server-html.tsx', 'shell/alerts.tsx', 'shell/head.tsx', 'root.tsx', 'src/flag.tsx', 'src/line-icon.tsx']
  const writing = sources
    .filter(
      ({ isTest, text }) =>
        !isTest && /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write\b/.test(text),
    )
    .map(({ file }) => file)
  expect(writing.filter((file) => !known.some((each) => file.endsWith(each)))).toEqual([])
})

describe('what pages say is had by right only', () => {
  const api = sources.filter(({ file, isTest }) => file.startsWith('apps/api/src/') && !isTest)
  const others = (...own: string[]) => api.filter(({ file }) => !own.some((each) => file === `apps/api/src/${each}`))
  const found = (files: typeof api, sign: RegExp) => files.filter(({ text }) => sign.test(text)).map(({ file }) => file)

  test('one file makes rights to pages, and nobody pretends to have one', () => {
    expect(found(others('reading/page-right.ts'), /\bas (unknown as )?(OpenPages?|OpenIssue|OpenArticle)\b/)).toEqual([])
    expect(found(others('reading/page-right.ts'), /\b(isSigned|openingQuery)\b.*from '.*signature\.ts'/)).toEqual([])
    expect(found(others('reading/page-right.ts', 'reading/signature.ts'), /createHmac.*page\|/s)).toEqual([])
  })

  test('one file reads the text of pages and articles, and publishing writes it', () => {
    const text = others('reading/page-text.ts', 'catalogue/publish-issue.ts', 'database/schema.ts')
    expect(found(text, /ts_headline|\}\.words\.json/)).toEqual([])
    expect(found(text, /From\('(pages|articles)( as \w+)?'\)[^;]*\.select(All\(|\([^)]*'(\w+\.)?(text|html|search)')/is)).toEqual(
      [],
    )
    expect(found(text, /select[^;`]*\b(p\.text|pages\.text|a\.html|articles\.html)\b/is)).toEqual([])
    expect(found(text, /select (\*|[^`;]*\b(text|html)\b)[^`;]*\bfrom (pages|articles)\b/is)).toEqual([])
  })

  test('one file finds pictures of pages', () => {
    expect(
      found(others('reading/page-picture.ts', 'reading/page-text.ts', 'reading/parts-of-download.ts'), /`[^`]*pages\/\$\{/),
    ).toEqual([])
  })
})
