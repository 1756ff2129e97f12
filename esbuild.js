// Builds the bundles: `node esbuild.js [--watch] [--minify] [--tests[=AREA]]`
const esbuild = require('esbuild');
const { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { join, relative, resolve, sep } = require('node:path');

const watch = process.argv.includes('--watch');
const minify = process.argv.includes('--minify');
/** The tests to build: `--tests` for all, `--tests=unit` (editor, ui, bench, fuzz) for one kind. */
const tests = process.argv.find((arg) => /^--tests(=|$)/.test(arg));

/** Files below `folder` whose names end in one of `endings`. */
function filesBelow(folder, ...endings) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

const shared = { bundle: true, minify, sourcemap: minify ? false : 'linked', logLevel: 'warning', metafile: true };
const node = { ...shared, platform: 'node', target: 'node22', format: 'cjs' };

/**
 * Modules that aren't needed for activation or the worker's start. `await import('…')` of one of them in the extension
 * or worker bundle becomes a `require` of a separate bundle.
 */
const lazyModules = {
  detection: 'src/core/indicators/index.ts',
  client: 'src/core/api/index.ts',
  mirror: 'src/core/mirror/index.ts',
  explore: 'src/core/explore/index.ts',
  enrichment: 'src/service/enrichment/index.ts',
};

/** The same for modules that need the first of them, and run when it is already loaded. */
const besideDetection = {
  results: 'src/core/results/index.ts',
  export: 'src/core/records/export/index.ts',
};

/** The same for modules that are only loaded with the query language. */
const besideExplore = {
  queries: 'src/features/queries/index.ts',
};

const lazily = {
  name: 'lazily',
  setup(build) {
    build.onResolve({ filter: /^\./ }, (args) => {
      if (args.kind !== 'dynamic-import') return undefined;
      const path = join(args.resolveDir, args.path);
      const found = Object.entries({ ...lazyModules, ...besideDetection, ...besideExplore }).find(([, file]) =>
        resolve(file).startsWith(path),
      );
      if (found === undefined) return { errors: [{ text: `${args.path} is not among lazyModules in esbuild.js` }] };
      return { path: `./${found[0]}.js`, external: true };
    });
  },
};

/** Lazily loaded modules share a module of `lazyModules` instead of duplicating it. */
const sharing = (name, folder) => ({
  name: `sharing ${name}`,
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ resolveDir, path, kind }) =>
      kind === 'import-statement' && join(resolveDir, path) === resolve(folder)
        ? { path: `./${name}.js`, external: true }
        : undefined,
    );
  },
});
/** Contains the public suffix list. */
const sharingDetection = sharing('detection', 'src/core/indicators');
const sharingExplore = sharing('explore', 'src/core/explore');

const bundles = [
  // The extension host bundle with everything needed for activation. Heavy modules are separate, lazily required files.
  { ...node, entryPoints: { extension: 'src/extension.ts' }, outdir: 'dist', external: ['vscode'], plugins: [lazily] },
  // undici leaves out its experimental second HTTP parser where this name is defined, as in Node.js itself.
  { ...node, entryPoints: lazyModules, outdir: 'dist', define: { esbuildDetection: '1' } },
  { ...node, entryPoints: besideDetection, outdir: 'dist', plugins: [sharingDetection, sharingExplore] },
  { ...node, entryPoints: besideExplore, outdir: 'dist', external: ['vscode'], plugins: [sharingExplore] },
  // The worker thread (SQLite writer, imports, local service) and the command line.
  { ...node, entryPoints: { worker: 'src/worker.ts' }, outdir: 'dist', plugins: [lazily] },
  {
    ...node,
    entryPoints: { cli: 'src/cli.ts' },
    outdir: 'dist',
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  },
  // Browser code of the panels.
  {
    ...shared,
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    entryPoints: Object.fromEntries(
      filesBelow('src/webviews', 'main.tsx', 'main.ts').map((file) => [
        relative('src/webviews', file).split(sep)[0],
        file,
      ]),
    ),
    outdir: 'dist/webviews',
  },
].filter(
  (options) => Object.values(options.entryPoints).length > 0 && Object.values(options.entryPoints).every(existsSync),
);

/** One entry that imports every test file. */
function discovered(folder) {
  const files = filesBelow(folder, '.test.ts');
  if (files.length === 0) throw new Error(`${folder}: no test files`);
  return files.map((file) => `import ${JSON.stringify(`./${relative('.', file).split(sep).join('/')}`)};`).join('\n');
}

/** Tests in plain Node: one module per file, with shared code in chunks. */
async function buildNodeTests(area, ending) {
  await esbuild.build({
    ...node,
    minify: false,
    metafile: false,
    format: 'esm',
    splitting: true,
    packages: 'external',
    entryPoints: filesBelow(`test/${area}`, ending),
    outbase: `test/${area}`,
    outdir: `out/test/${area}`,
    outExtension: { '.js': '.mjs' },
  });
}

/** In the extension host, everything is one CommonJS file; `vscode` and mocha's globals are external. */
async function buildEditorTests() {
  const editor = { ...node, minify: false, metafile: false };
  await esbuild.build({
    ...editor,
    external: ['vscode', 'mocha'],
    stdin: { contents: discovered('test/editor'), resolveDir: '.', sourcefile: 'discovered.ts' },
    outfile: 'out/test/editor/tests.js',
  });
  await esbuild.build({
    ...editor,
    external: ['vscode', 'mocha', './tests.js'],
    entryPoints: ['test/editor/index.ts'],
    outfile: 'out/test/editor/index.js',
  });
}

const testAreas = {
  unit: () => buildNodeTests('unit', '.test.ts'),
  ui: () => buildNodeTests('ui', '.test.ts'),
  bench: () => buildNodeTests('bench', '.bench.ts'),
  fuzz: () => buildNodeTests('fuzz', '.fuzz.ts'),
  pictures: () => buildNodeTests('pictures', '.picture.ts'),
  editor: buildEditorTests,
};

async function buildTests(area) {
  if (area !== undefined && !(area in testAreas)) throw new Error(`There is no area “${area}” of tests.`);
  for (const [name, build] of Object.entries(testAreas)) {
    if (area !== undefined && name !== area) continue;
    rmSync(`out/test/${name}`, { recursive: true, force: true });
    await build();
  }
}

function report() {
  const rows = filesBelow('dist', '.js', '.mjs', '.css').map((file) => [file, statSync(file).size]);
  for (const [file, bytes] of rows) console.log(`${(bytes / 1024).toFixed(1).padStart(9)} KB  ${file}`);
}

async function main() {
  if (tests) return buildTests(tests.split('=')[1]);
  if (watch) {
    const announce = {
      name: 'announce',
      setup(build) {
        build.onStart(() => console.log('building'));
        build.onEnd((result) => console.log(`built, ${result.errors.length} errors`));
      },
    };
    const contexts = await Promise.all(bundles.map((options) => esbuild.context({ ...options, plugins: [announce] })));
    await Promise.all(contexts.map((context) => context.watch()));
    return;
  }
  rmSync('dist', { recursive: true, force: true });
  const results = await Promise.all(bundles.map((options) => esbuild.build(options)));
  mkdirSync('out', { recursive: true });
  const inputs = Object.assign({}, ...results.map((result) => result.metafile.inputs));
  const outputs = Object.assign({}, ...results.map((result) => result.metafile.outputs));
  writeFileSync('out/bundles.json', JSON.stringify({ inputs, outputs }));
  report();
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
