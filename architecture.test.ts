// The structure of the repository that ARCHITECTURE.md describes, checked in the sources.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = import.meta.dirname
const programs = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${folder}/${entry.name}`),
)

/** Workspaces that each workspace may import; tests may import more. */
const mayImport: Record<string, string[]> = {
  'packages/contract': [],
  'packages/domain': ['contract'],
  'packages/api-client': ['contract', 'domain'],
  'packages/ui': [],
  'packages/i18n': ['domain'],
  'packages/emails': ['domain'],
  'packages/backend': ['i18n', 'emails', 'domain', 'contract'],
  'apps/website': ['ui', 'i18n', 'domain', 'contract', 'api-client'],
  'apps/reader': ['ui', 'i18n', 'domain', 'contract', 'api-client'],
  'apps/desk': ['ui', 'i18n', 'domain', 'contract', 'api-client'],
  'apps/importer': ['backend', 'domain'],
  'apps/sandbox-payments': [],
  'apps/demo': ['backend', 'domain', 'importer'],
  'apps/operator': ['backend', 'domain', 'importer', 'demo'],
  'apps/server': ['i18n', 'backend', 'domain', 'contract', 'importer', 'demo', 'reader', 'website'],
}

type Source = { file: string; program: string; text: string; imports: string[]; isTest: boolean }
const sources: Source[] = programs.flatMap(filesOf)

function filesOf(program: string): Source[] {
  return readdirSync(join(root, program), { recursive: true, encoding: 'utf8' })
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
        isTest: /\.test\.|\/testing\//.test(name),
      }
    })
}

test('every program is in the table of directions', () => {
  expect(programs.sort()).toEqual(Object.keys(mayImport).sort())
})

/** A configuration of TypeScript, which may have comments on lines of their own. */
type TypeConfig = { extends?: string; include?: string[]; exclude?: string[]; references?: { path: string }[] }
const typeConfig = (file: string): TypeConfig => JSON.parse(readFileSync(join(root, file), 'utf8').replace(/^\s*\/\/.*$/gm, ''))

/** Returns every configuration that `npm run types` reaches, by its file. */
function typeConfigs(): Map<string, TypeConfig> {
  const reached = new Map([['tsconfig.json', typeConfig('tsconfig.json')]])
  for (const [file, { references = [] }] of reached)
    for (const { path } of references) {
      const name = join(dirname(file), path.endsWith('.json') ? path : `${path}/tsconfig.json`)
      reached.set(name, reached.get(name) ?? typeConfig(name))
    }
  return reached
}

test('every workspace has a tsconfig.json that the check of types reaches', () => {
  const workspaces = [...programs, 'bench', 'e2e'].map((folder) => `${folder}/tsconfig.json`)
  expect(workspaces.filter((file) => !typeConfigs().has(file))).toEqual([])
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  expect(scripts.types).toMatch(/^tsc -b\b/)
})

test('every source is in one project of types', () => {
  const base = typeConfig('tsconfig.base.json')
  const projects = [...typeConfigs()].filter(([, { extends: extended }]) => extended)
  const covers = (patterns: string[] = [], folder: string, file: string) =>
    patterns
      .map((pattern) => join(folder, pattern.replace(/^\$\{configDir\}/, '')))
      .some((pattern) => matchesGlob(file, pattern) || matchesGlob(file, `${pattern}/**`))
  const projectsOf = (file: string) =>
    projects
      .filter(([config, { include = base.include, exclude = base.exclude }]) => {
        const folder = dirname(config)
        return covers(include, folder, file) && !covers(exclude, folder, file)
      })
      .map(([config]) => config)
  const files = globSync(['{packages,apps,e2e,bench}/**/*.{ts,tsx}', 'tools/*.ts', '*.ts'], {
    cwd: root,
    exclude: (name) => /(^|\/)(node_modules|build|\.react-router)$/.test(name),
  })
  expect(files.length).toBeGreaterThan(sources.length)
  const wrong = files.map((file) => [file, projectsOf(file)] as const).filter(([, found]) => found.length !== 1)
  expect(wrong).toEqual([])
})

test('imports go in the directions of the table only', () => {
  const wrong = sources
    .filter(({ isTest }) => !isTest)
    .flatMap(({ file, program, imports }) =>
      imports
        .map((each) => /^@kiosk\/([a-z0-9-]+)/.exec(each)?.[1])
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
        .filter((target) => !target.startsWith(`${program}/`) && !/^messages\/|operator\.json$|package\.json$/.test(target))
        .map((target) => `${file} imports ${target}`),
    )
  expect(wrong).toEqual([])
})

/** Names that React Router reads from the modules of pages. */
const OF_ROUTES = [
  'loader',
  'action',
  'headers',
  'handle',
  'middleware',
  'Layout',
  'ErrorBoundary',
  'shouldRevalidate',
  'streamTimeout',
  'handleError',
]

test('a value is exported only if another file imports it', () => {
  const others = globSync(['{bench,e2e,tools}/**/*.ts', '*.ts'], { cwd: root }).map((file) => ({
    file,
    text: readFileSync(join(root, file), 'utf8'),
  }))
  const imported = new Set<string>()
  /** Files that are imported as a whole: `import *`, `export *`, `import()`. */
  const whole = new Set<string>()
  for (const { file, text } of [...sources, ...others]) {
    for (const [, named, name] of text.matchAll(/^(?:import|export)\b[^;'{]*?(?:\{([^}]*)\}|\*[^']*?) from '([^']+)'/gm)) {
      const target = importedFile(file, name!)
      if (named === undefined) whole.add(target)
      for (const [, each] of (named ?? '').matchAll(/(?:^|,)\s*(?:type )?(\w+)/g)) imported.add(`${target} ${each}`)
    }
    for (const [, name] of text.matchAll(/\bimport\(\s*'([^']+)'/g)) whole.add(importedFile(file, name!))
  }
  const exported = sources.flatMap(({ file, program, text }) =>
    [...text.matchAll(/^export (?:async )?(?:const|function\*?|class) (\w+)/gm)].map(([, name]) => ({
      file,
      program,
      name: name!,
    })),
  )
  expect(exported.length).toBeGreaterThan(sources.length)
  const unused = exported
    .filter(({ file, name }) => !whole.has(file) && !imported.has(`${file} ${name}`))
    .filter(({ program, name }) => !(/website|desk/.test(program) && OF_ROUTES.includes(name)))
  expect(unused.map(({ file, name }) => `${file} ${name}`)).toEqual([])
})

/** What each workspace lets others import: patterns of package.json, the most specific first, and the files that they name. */
const exportsOf = new Map(
  programs.map((program) => {
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, program, 'package.json'), 'utf8')) as {
      name: string
      exports?: Record<string, string>
    }
    const patterns = Object.entries(exports).map(([pattern, file]) => ({
      form: new RegExp(`^${pattern.replaceAll('.', '\\.').replace('*', '(.+)')}$`),
      file: join(program, file),
    }))
    return [name, patterns] as const
  }),
)

/** Returns the file of this repository that an import names, or a name that none has. */
function importedFile(from: string, name: string): string {
  if (name.startsWith('.')) return join(dirname(from), name)
  const [workspace = ''] = /^@kiosk\/[a-z0-9-]+/.exec(name) ?? []
  const path = `.${name.slice(workspace.length)}`
  const found = exportsOf.get(workspace)?.find(({ form }) => form.test(path))
  return found ? found.file.replace('*', found.form.exec(path)![1] ?? '') : name
}

test('no file imports itself through others, types included', () => {
  const graph = new Map(sources.map(({ file, imports }) => [file, imports.map((name) => importedFile(file, name))]))
  expect([...graph.values()].flat().filter((file) => graph.has(file)).length).toBeGreaterThan(sources.length)
  expect(filesInCircles(graph)).toEqual([])
  expect(filesInCircles(new Map(Object.entries({ a: ['b'], b: ['c', 'd'], c: ['b'], d: ['e'], e: [] })))).toEqual(['b', 'c'])
})

/** Returns the files of import cycles: each imports another of them and is imported by another. */
function filesInCircles(graph: Map<string, string[]>): string[] {
  const left = new Map(graph)
  for (let before = -1; before !== left.size; ) {
    before = left.size
    const imported = new Set([...left.values()].flat())
    for (const [file, imports] of left) if (!imported.has(file) || !imports.some((each) => left.has(each))) left.delete(file)
  }
  return [...left.keys()]
}

test('rules that screens import do not bring the schema library', () => {
  const wrong = sources
    .filter(({ program, file }) => program === 'packages/domain' && !/(endpoints?|operator|input)\.ts$/.test(file))
    .filter(({ text }) => /^import (?!type).*'zod'/m.test(text))
    .map(({ file }) => file)
  expect(wrong).toEqual([])
})

/** Whether a file may contain addresses of the API: its own packages may, and tests in apps/server, which call a real server. */
const spellsAddresses = ({ file, program, isTest }: Source) =>
  program === 'packages/contract' || (isTest && (program === 'packages/api-client' || file.startsWith('apps/server/')))

test('the address of the API is written in the contract alone', () => {
  const wrong = sources.filter((source) => !spellsAddresses(source) && /api(\\?\/)v8/.test(source.text))
  expect(wrong.map(({ file }) => file)).toEqual([])
})

test('text is escaped for HTML by one function', () => {
  const wrong = sources.filter(({ isTest, text }) => !isTest && /['"]<['"](: |, )['"]&lt;/.test(text)).map(({ file }) => file)
  expect(wrong).toEqual(['packages/domain/src/escape-html.ts'])
})

/** A length of time as a literal or a constant, a time zone, a day cut from a timestamp, a sum of months. */
const reckoning =
  /(?<!=)\b(86_?400(_?000)?|3_?600_?000)\b|\b3_?600 \*|\* 3_?600\b|\b(24|60) \* 60(_?000)?\b|\* 60_?000\b|\bconst (DAY|HOUR|MINUTE|SECOND|YEAR)(_MS|_SECONDS)? = [\d(]|\btimeZone:|'Europe\/|toISOString\(\)\.(slice|substring)\(0, 10\)|setUTC(Month|Date)\(/
test('days, months and lengths of time are reckoned in one place', () => {
  const benchesAndBrowserTests = ['bench', 'e2e'].flatMap(filesOf)
  const reckoned = [...sources, ...benchesAndBrowserTests].filter(({ text }) => reckoning.test(text)).map(({ file }) => file)
  expect(reckoned.sort()).toEqual([
    // Simulates a provider's own server, which shares no code with the newsstand.
    'apps/sandbox-payments/src/time.ts',
    // Checks the days of charges, so it computes days without the product's code.
    'bench/money-walk/announcements.ts',
    'packages/domain/src/date-format.ts',
    'packages/domain/src/day.ts',
    'packages/domain/src/time.ts',
  ])
  const copies = ['const HOUR = 3_600_000', 'days * 24 * 3600', 'in * 60_000', "timeZone: 'UTC'", 'at.toISOString().slice(0, 10)']
  expect(copies.filter((copy) => !reckoning.test(copy))).toEqual([])
})

/** A constant in capitals with the beginning of its value. */
const constant = /^(?:export )?const (?<name>[A-Z][A-Z0-9_]*)(?:: [^=\n]+)? = (?<value>[^\n]*)/gm
const isQuantity = /(^(LONGEST|SHORTEST)(_|$))|((^|_)(TIMEOUT|TTL|PAUSE|DELAY|INTERVAL|LIFETIME|DURATION|HEIGHT|PRICE|AMOUNT)$)/
const unit = /_(MS|SECONDS|MINUTES|HOURS|DAYS|MONTHS|BYTES|CHARACTERS|LETTERS|PIXELS|POINTS|MINOR|PER_\w+)$/
test('a constant that is a length of time, a size or an amount ends in its unit', () => {
  const lacksUnit = ({ name = '', value = '' }: Record<string, string>) =>
    ((isQuantity.test(name) && /^[\d(]/.test(value)) || /^[\d_ *]*\b[A-Z]+_(MS|SECONDS)$/.test(value)) && !unit.test(name)
  const wrong = [...sources, ...['bench', 'e2e'].flatMap(filesOf)].flatMap(({ file, text }) =>
    [...text.matchAll(constant)].filter(({ groups }) => lacksUnit(groups!)).map(({ groups }) => `${file}: ${groups!.name}`),
  )
  expect(wrong).toEqual([])
  const examples = ['const LOGIN_HOLDS = 10 * MINUTE_MS', 'export const LONGEST_NAME = 80', 'const TIMEOUT = 5_000']
  expect(examples.filter((text) => [...text.matchAll(constant)].some(({ groups }) => lacksUnit(groups!)))).toEqual(examples)
})

/** A call that writes a line to the log, with the beginning of what it writes. */
const logCall = /\b(?:log|lines)\.(?:debug|info|warn|error|fatal)\((?<line>[\s\S]{0,300})/g
test('every line of the log names its event, by which it is found and counted', () => {
  const lacksEvent = ({ line = '' }: Record<string, string>) => !/^\s*\{[^}]*\bevent: ['`]/.test(line)
  const written = sources
    .filter(({ isTest }) => !isTest)
    .flatMap(({ file, text }) => [...text.matchAll(logCall)].map(({ groups }) => ({ file, line: groups! })))
  expect(written.length).toBeGreaterThan(90)
  expect(written.filter(({ line }) => lacksEvent(line)).map(({ file }) => file)).toEqual([])
  const [example] = ["log.warn({ err }, 'something failed')"].flatMap((text) => [...text.matchAll(logCall)])
  expect(lacksEvent(example!.groups!)).toBe(true)
})

test('every log writes errors without the data involved', () => {
  const logs = sources.filter(({ isTest, text }) => !isTest && /\bpino\((?!\{ level: 'silent' \})/.test(text))
  expect(logs.length).toBeGreaterThan(2)
  expect(logs.filter(({ text }) => !text.includes('serializers: { err: errorInLog }')).map(({ file }) => file)).toEqual([])
})

/** An object or a list of known parts that is spread into another one, including the properties of an element. */
const spreadLiteral = /^\s*\.\.\.\{( .* \},?)?$|^\s*\.\.\.\(?\[.*\]( as const\))?,?$|\{\.\.\.\{ /m
test('a part is written in its object, list or element, not in a literal that is spread into it', () => {
  const spread = [...sources, ...['bench', 'e2e'].flatMap(filesOf)].filter(({ text }) => spreadLiteral.test(text))
  expect(spread.map(({ file }) => file)).toEqual([])
  const copies = ['  ...{ a, b },', '  ...{', "  ...['a', 'b'],", "  ...(['a', 'b'] as const),", '<Field {...{ a, b }} />']
  expect(copies.filter((copy) => !spreadLiteral.test(copy))).toEqual([])
})

/** Texts that are joined by a colon, at least the first of which is from the messages or for screen readers. */
const joinedByColon = /aria-label[^\n`]*`[^`\n]*\}: \$\{|`\$\{t\([^`\n]*\)\}: \$\{/
test('texts are joined by a comma or in a message, not by a colon, before which French has a space', () => {
  const joined = sources.filter(({ isTest, text }) => !isTest && joinedByColon.test(text))
  expect(joined.map(({ file }) => file)).toEqual([])
  const copies = [
    `'aria-label': \`\${words}: \${title}\``,
    `aria-label={\`\${t('A')}: \${b}\`}`,
    `label={under ? \`\${t('A')}: \${t('B')}\` : b}`,
  ]
  expect(copies.filter((copy) => !joinedByColon.test(copy))).toEqual([])
})

test('a folder of the desk takes styles from itself, from the pieces and from the shell', () => {
  const ofDesk = sources.filter(({ file }) => file.startsWith('apps/desk/app/'))
  const wrong = ofDesk.flatMap(({ file, imports }) =>
    imports.filter((each) => /^\.\.\/(?!pieces\/|shell\/).*\.css$/.test(each)).map((each) => `${file} imports ${each}`),
  )
  expect(wrong).toEqual([])
  expect(ofDesk.flatMap(({ imports }) => imports).filter((each) => each.endsWith('.css')).length).toBeGreaterThan(30)
})

/** Returns the classes that a source takes from its style sheets but that are not there. */
function missingClasses({ file, text }: Pick<Source, 'file' | 'text'>): string[] {
  return [...text.matchAll(/^import (\w+) from '(\..+\.module\.css)'/gm)].flatMap(([, style, sheet]) => {
    const rules = readFileSync(join(root, dirname(file), sheet!), 'utf8')
    const used = [...text.matchAll(new RegExp(`(?<![-./\\w])${style}\\.(\\w+)`, 'g'))].map(([, name]) => name!)
    return used.filter((name) => !new RegExp(`\\.${name}(?![-\\w])`).test(rules)).map((name) => `${file}: ${style}.${name}`)
  })
}

test('every class of a component is in its style sheet', () => {
  expect(sources.flatMap(missingClasses)).toEqual([])
  const text = "import style from './navbar.module.css'\nstyle.bar\nstyle.missing"
  expect(missingClasses({ file: 'apps/website/app/shell/navbar.tsx', text })).toEqual([
    'apps/website/app/shell/navbar.tsx: style.missing',
  ])
})

test('files are named for what is in them', () => {
  const wrong = sources
    .map(({ file }) => file)
    .filter((file) => /(^|\/)(utils?|helpers?|common|misc|types|shared|index)(\.|\/)/.test(file))
  expect(wrong).toEqual([])
})

/** Files of a folder that are one screenful, and lines of its README. */
const MOST_FILES_OF_FOLDER = 40
const MOST_LINES_OF_README = 40
test('a folder of more than a screenful of files has a README that says in which order to read them', () => {
  // The messages are one list in many files.
  const own = sources.filter(({ file, isTest }) => !isTest && !file.startsWith('packages/i18n/src/messages/'))
  const large = [...Map.groupBy(own, ({ file }) => dirname(file))].filter(([, files]) => files.length > MOST_FILES_OF_FOLDER)
  const wrong = large.flatMap(([folder, files]) => {
    const readme = join(root, folder, 'README.md')
    if (!existsSync(readme)) return [`${folder} has ${files.length} files and no README.md`]
    const lines = readFileSync(readme, 'utf8').trimEnd().split('\n').length
    return lines > MOST_LINES_OF_README ? [`${folder}/README.md has ${lines} lines`] : []
  })
  expect(wrong).toEqual([])
  expect(large.length).toBeGreaterThan(5)
})

test('files that the READMEs of folders name are there', () => {
  const readmes = globSync('{apps,packages}/**/README.md', { cwd: root, exclude: (name) => name.endsWith('node_modules') })
  const named = readmes.flatMap((readme) =>
    [...readFileSync(join(root, readme), 'utf8').matchAll(/`([^`\s]+(?:\.tsx?|\/))`/g)].map(([, path]) => ({
      readme,
      path: path!,
    })),
  )
  const gone = named.filter(({ readme, path }) => globSync(join(dirname(readme), path), { cwd: root }).length === 0)
  expect(gone).toEqual([])
  expect(named.length).toBeGreaterThan(400)
})

test('a workspace declares every package that it imports', () => {
  const builtIn = /^(node:|virtual:|\.|@kiosk\/)/
  const wrong = sources.flatMap(({ file, program, imports, isTest }) => {
    const manifest = JSON.parse(readFileSync(join(root, program, 'package.json'), 'utf8')) as Record<
      string,
      Record<string, string>
    >
    const rootManifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, Record<string, string>>
    const declared = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
    return imports
      .filter((each) => !builtIn.test(each) && !/^import type/.test(each))
      .map((each) => /^(@[^/]+\/[^/]+|[^/]+)/.exec(each)![1]!)
      .filter(
        (name) =>
          !(name in declared) &&
          !((isTest || /config/.test(file)) && rootManifest.devDependencies && name in rootManifest.devDependencies),
      )
      .map((name) => `${file} imports ${name}`)
  })
  expect(wrong).toEqual([])
})

/** Files that only developers and builds run: `npm ci --omit=dev` omits what they import. */
const forDevelopers =
  /(^|[/-])(development|generate-schema)\.ts$|\/[\w.-]*\.config\.ts$|(website|desk)\/app\/routes\.ts$|-under-test\.ts$/
/** Packages that are part of a build, so that production does not install them (ADR-0201). */
const partOfBuild: Record<string, string[]> = {
  'apps/desk': ['react-aria-components', '@tanstack/react-table', 'diff', 'tus-js-client', '@visx/scale', '@visx/shape'],
}
test('what production runs imports no package that is for development', () => {
  const wrong = sources
    .filter(({ file, isTest }) => !isTest && !forDevelopers.test(file))
    .flatMap(({ file, program, text, imports }) => {
      const manifest = JSON.parse(readFileSync(join(root, program, 'package.json'), 'utf8')) as Record<string, object>
      return imports
        .map((each) => /^(@[^/]+\/[^/]+|[^/]+)/.exec(each)![1]!)
        .filter((name) => name in (manifest.devDependencies ?? {}) && !partOfBuild[program]?.includes(name))
        .filter((name) => new RegExp(`^(?!import type).*(from|import\\() ?'${name}`, 'm').test(text))
        .map((name) => `${file} imports ${name}`)
    })
  expect(wrong).toEqual([])
})

test('only the database folder and queries touch tables of another domain', () => {
  const screens = sources.filter(({ program }) => ['apps/website', 'apps/reader', 'apps/desk'].includes(program))
  expect(screens.filter(({ text }) => /from '(pg|kysely)'/.test(text)).map(({ file }) => file)).toEqual([])
})

test('only imports, takedowns and code for whole issues read what is taken down', () => {
  const reading = sources
    .filter(
      ({ file, isTest, text }) =>
        !isTest && !file.endsWith('/db/schema.ts') && /\b(all_(issues|articles)|removed_page_texts)\b/.test(text),
    )
    .map(({ file }) => file)
  expect(reading.sort()).toEqual([
    'apps/demo/src/fill.ts',
    'apps/demo/src/full-scale/issue-text.ts',
    'apps/demo/src/full-scale/issue-worker.ts',
    'apps/demo/src/full-scale/make-full-scale.ts',
    'apps/demo/src/full-scale/size.ts',
    'apps/demo/src/remove.ts',
    'apps/importer/src/earlier-imports.ts',
    'apps/importer/src/import-issue.ts',
    'apps/importer/src/pdf-importer.ts',
    'apps/importer/src/rebuild-issue.ts',
    'apps/importer/src/replacement.ts',
    'apps/importer/src/settled-identity.ts',
    // A reader's own data.
    'packages/backend/src/accounts/export-reading.ts',
    // Backups have everything.
    'packages/backend/src/backup/create-backup.ts',
    'packages/backend/src/backup/row-ranges.ts',
    'packages/backend/src/catalogue/corrections/correct-articles.ts',
    'packages/backend/src/catalogue/corrections/correction-handlers.ts',
    'packages/backend/src/catalogue/corrections/write-articles.ts',
    // Issues that are down are left out.
    'packages/backend/src/catalogue/learning/issue-makeup.ts',
    // Only a time.
    'packages/backend/src/catalogue/publish-issue.ts',
    'packages/backend/src/catalogue/rebuilds/rebuild-queue.ts',
    'packages/backend/src/catalogue/rebuilds/replace-text.ts',
    'packages/backend/src/catalogue/scans/scan-queue.ts',
    'packages/backend/src/catalogue/scheduled-issues.ts',
    // The language of an issue, with which missing words are derived.
    'packages/backend/src/catalogue/search/page-words.ts',
    'packages/backend/src/catalogue/shelf/change-issue.ts',
    'packages/backend/src/catalogue/shelf/desk-state.ts',
    'packages/backend/src/catalogue/shelf/find-issues.ts',
    'packages/backend/src/catalogue/shelf/find-titles.ts',
    'packages/backend/src/catalogue/shelf/issue-visibility.ts',
    'packages/backend/src/catalogue/shelf/leaving.ts',
    'packages/backend/src/catalogue/takedowns/apply-takedowns.ts',
    'packages/backend/src/catalogue/takedowns/find-takedowns.ts',
    'packages/backend/src/catalogue/takedowns/take-down.ts',
    // What a draft replaces, and what its file already is.
    'packages/backend/src/catalogue/uploads/publish-upload.ts',
    'packages/backend/src/catalogue/uploads/same-file.ts',
    'packages/backend/src/catalogue/uploads/suggest-metadata.ts',
    'packages/backend/src/catalogue/uploads/tus.ts',
    // The operator's texts about issues; topics about articles that are down are left out.
    'packages/backend/src/content/publish-content.ts',
    'packages/backend/src/content/topic-handlers.ts',
    'packages/backend/src/content/topics.ts',
    // Whether the article of a bookmark is down.
    'packages/backend/src/reading/bookmarks.ts',
    // Readers delete their own rows.
    'packages/backend/src/reading/downloads/queries.ts',
    'packages/backend/src/reading/progress-queries.ts',
  ])
})

test('the environment is read in one place', () => {
  const reading = sources.filter(({ isTest, text }) => !isTest && /\bprocess\.env\b|\bfrom '(node:)?process'/.test(text))
  expect(reading.map(({ file }) => file).sort()).toEqual([
    // Simulates a provider's own server, which shares no code with the newsstand.
    'apps/sandbox-payments/src/config.ts',
    // The build of the website: a test builds it into another folder.
    'apps/website/react-router.config.ts',
    'packages/backend/src/config.ts',
    // Sets NODE_ENV before any other import, because React chooses its build by it.
    'packages/backend/src/node-env.ts',
  ])
})

test('connections to the database are made in one place, which listens for their loss and bounds their waits', () => {
  const making = sources.filter(({ isTest, text }) => !isTest && /new (pg\.)?(Pool|Client)\(/.test(text)).map(({ file }) => file)
  expect(making).toEqual(['packages/backend/src/db/connections.ts'])
})

test('HTML from elsewhere enters a page in one place of the website and one of the desk, after it is sanitised', () => {
  // The others insert our own texts, drawings and scripts, and JSON with every "<" escaped.
  const known = [
    'content/server-html.tsx',
    'content/text-preview.tsx',
    'shell/alerts.tsx',
    'shell/head.tsx',
    'root.tsx',
    'src/flag.tsx',
    'src/line-icon.tsx',
  ]
  const writing = sources
    .filter(
      ({ isTest, text }) =>
        !isTest && /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write\b/.test(text),
    )
    .map(({ file }) => file)
  expect(writing.filter((file) => !known.some((each) => file.endsWith(each)))).toEqual([])
})

describe('the text of pages requires a right', () => {
  const api = sources.filter(({ file, isTest }) => file.startsWith('packages/backend/src/') && !isTest)
  const others = (...own: string[]) => api.filter(({ file }) => !own.some((each) => file === `packages/backend/src/${each}`))
  const found = (files: typeof api, sign: RegExp) => files.filter(({ text }) => sign.test(text)).map(({ file }) => file)

  test('one file creates rights to pages, and no other casts to one', () => {
    expect(found(others('reading/page-right.ts'), /\bas (unknown as )?(OpenPages?|OpenIssue|OpenArticle)\b/)).toEqual([])
    expect(found(others('reading/page-right.ts'), /\b(isSigned|openingQuery)\b.*from '.*signature\.ts'/)).toEqual([])
    expect(found(others('reading/page-right.ts', 'reading/access-signature.ts'), /createHmac.*page\|/s)).toEqual([])
  })

  test('one file reads the text of pages and articles, and publishing writes it', () => {
    const text = others(
      'reading/page-text.ts',
      // Names the files.
      'adapters/storage/port.ts',
      'catalogue/publish-issue.ts',
      // Sets the text of pages that are down aside, and restores it.
      'catalogue/takedowns/apply-takedowns.ts',
      // Editors correct it.
      'catalogue/corrections/correct-articles.ts',
      // New pages are copied for saved searches; their texts are shown to nobody.
      'notifications/saved-search-run.ts',
      // The words of corrected articles are added to those of their pages.
      'catalogue/corrections/write-articles.ts',
      'db/schema.ts',
    )
    expect(found(text, /ts_headline|\}\.words\.json/)).toEqual([])
    expect(
      found(
        text,
        /From\('(pages|(all_)?articles|removed_page_texts)( as \w+)?'\)[^;]*\.select(All\(|\([^)]*'(\w+\.)?(text|html|search)')/is,
      ),
    ).toEqual([])
    expect(found(text, /select[^;`]*\b(p\.text|pages\.text|a\.html|articles\.html)\b/is)).toEqual([])
    expect(found(text, /select (\*|[^`;]*\b(text|html)\b)[^`;]*\bfrom (pages|(all_)?articles|removed_page_texts)\b/is)).toEqual(
      [],
    )
  })

  test('one file finds pictures of pages', () => {
    expect(
      found(
        others(
          'reading/page-image.ts',
          'reading/page-tile.ts',
          'reading/page-text.ts',
          'reading/downloads/download-parts.ts',
          // Pictures for editors.
          'catalogue/uploads/upload-handlers.ts',
          'catalogue/corrections/correction-handlers.ts',
        ),
        /`[^`]*pages\/\$\{/,
      ),
    ).toEqual([])
  })
})

test('database, jobs and adapters reach no domain', () => {
  const src = 'packages/backend/src/'
  const folderOf = (file: string) => /^(\w+)\//.exec(file.slice(src.length))?.[1]
  const isBelow = (folder: string | undefined) => folder !== undefined && ['db', 'jobs', 'adapters'].includes(folder)
  const below = sources.filter(({ file, isTest }) => !isTest && file.startsWith(src) && isBelow(folderOf(file)))
  expect(new Set(below.map(({ file }) => folderOf(file))).size).toBe(3)
  const reached = new Map(below.map(({ file }) => [file, file]))
  const wrong: string[] = []
  for (const [file, from] of reached) {
    if (folderOf(file) !== undefined && !isBelow(folderOf(file))) wrong.push(`${from} reaches ${file}`)
    else
      for (const name of sources.find((each) => each.file === file)?.imports ?? [])
        if (name.startsWith('.') && !reached.has(join(dirname(file), name))) reached.set(join(dirname(file), name), from)
  }
  expect(wrong).toEqual([])
})

test('files of billing import in the order of its README only', () => {
  const folder = 'packages/backend/src/billing/'
  const lines = [...readFileSync(join(root, folder, 'README.md'), 'utf8').matchAll(/^\|[^|`]*\|([^|]*`.*)\|$/gm)]
  const named = lines.map(([, cell]) => [...cell!.matchAll(/`([\w/*-]+(?:\.ts)?)`/g)].map(([, path]) => folder + path))
  const lineOf = (file: string) =>
    named.findIndex((paths) => paths.some((path) => matchesGlob(file, path) || file.startsWith(`${path}/`)))
  const inOrder = sources.filter(({ file, isTest }) => !isTest && lineOf(file) >= 0)
  const wrong = inOrder.flatMap(({ file, imports }) =>
    imports
      .filter((each) => each.startsWith('.'))
      .map((each) => join(dirname(file), each))
      .filter((target) => lineOf(target) >= 0 && lineOf(target) < lineOf(file))
      .map((target) => `${file} imports ${target}`),
  )
  expect(wrong).toEqual([])
  const missing = named
    .flat()
    .filter((path) => !inOrder.some(({ file }) => matchesGlob(file, path) || file.startsWith(`${path}/`)))
  expect(missing).toEqual([])
  expect(named.length).toBeGreaterThan(5)
})

test('every log call has an event "area.what-happened"', () => {
  const calls = sources
    .filter(({ isTest }) => !isTest)
    .flatMap(({ file, text }) =>
      [...text.matchAll(/\b#?log\.(?:info|warn|error|fatal)\(\s*(\{[^}]*(?:\$\{[^}]*\}[^}]*)*\},)?/g)].map((call) => ({
        file,
        details: call[1] ?? '',
      })),
    )
  const wrong = calls.filter(({ details }) => !/\bevent: ['`][a-z][a-z0-9-]*\.(?:[a-z][a-z0-9.-]*|\$\{kind\})['`]/.test(details))
  expect(wrong).toEqual([])
  expect(calls.length).toBeGreaterThan(50)
})

test('every Cache-Control comes from the table of rules', () => {
  // Answers of a service worker do not leave the browser; the simulated provider is not part of the newsstand.
  const others = ['apps/reader/src/downloads/service-worker.ts', 'apps/sandbox-payments/']
  const written = sources.filter(({ isTest, text }) => !isTest && /['"]cache-control['"](?:: |, )['"`]/i.test(text))
  expect(written.map(({ file }) => file).filter((file) => !others.some((other) => file.startsWith(other)))).toEqual([])
})
