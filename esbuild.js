// Builds the bundles: `node esbuild.js [--watch] [--minify] [--dist=FOLDER] [--tests[=AREA]] [--cli=FOLDER]`
const esbuild = require('esbuild');
const {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} = require('node:fs');
const { isBuiltin } = require('node:module');
const { join, relative, resolve, sep } = require('node:path');
const { brotliCompressSync } = require('node:zlib');

const watch = process.argv.includes('--watch');
const minify = process.argv.includes('--minify');
/** The tests to build: `--tests` for all, `--tests=unit` (editor, pages, ui, bench, fuzz) for one kind. */
const tests = process.argv.find((arg) => /^--tests(=|$)/.test(arg));
/** Builds only the command line, with its metafile. */
const cli = process.argv.find((arg) => arg.startsWith('--cli='))?.slice('--cli='.length);
const defaultDist = 'dist';
const dist = process.argv.find((arg) => arg.startsWith('--dist='))?.slice('--dist='.length) ?? defaultDist;

/** Files below `folder` whose names end in one of `endings`. */
function filesBelow(folder, ...endings) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

const shared = { bundle: true, minify, sourcemap: minify ? false : 'linked', logLevel: 'warning', metafile: true };
/** The lists in `data/context` are part of every bundle that looks something up in them. */
const knownContext = {
  name: 'known context',
  setup(build) {
    build.onLoad({ filter: /[\\/]core[\\/]context[\\/]builtIn[\\/]packed\.ts$/ }, async () => {
      const { contextFiles, packContext } = await import('./scripts/lib/contextData.mjs');
      return {
        contents: `import { brotliDecompressSync } from 'node:zlib';
          export const packedContext = () => JSON.parse(brotliDecompressSync(
            Buffer.from('${brotliCompressSync(JSON.stringify(packContext())).toString('base64')}', 'base64')).toString());`,
        loader: 'js',
        watchFiles: contextFiles(),
      };
    });
  },
};

/** The rules of finding have examples for their page and their tests; no bundle reads them. */
const rulesWithoutExamples = {
  name: 'rules without examples',
  setup(build) {
    const example = /^( +)(?:counter)?example: \[(?:.*|\n(?:\1 .*\n)*\1)\],\n/gm;
    build.onLoad({ filter: /[\\/]detect[\\/]rules[\\/].*Rules\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(example, ''),
      loader: 'ts',
    }));
  },
};

const node = { ...shared, platform: 'node', target: 'node22', format: 'cjs', plugins: [knownContext] };

/**
 * undici contains its parser twice, once with SIMD instructions, which not every processor has, and a client for HTTP/2,
 * which the command line never offers to a server. The parser, WebAssembly, is embedded compressed.
 */
const undiciForHttp1 = {
  name: 'undici for HTTP/1.1',
  setup(build) {
    const inUndici = /[\\/]undici[\\/]lib[\\/]dispatcher$/;
    build.onResolve({ filter: /\/llhttp_simd-wasm\.js$/ }, ({ resolveDir }) =>
      inUndici.test(resolveDir) ? { path: resolve(resolveDir, '../llhttp/llhttp-wasm.js') } : undefined,
    );
    build.onResolve({ filter: /\/client-h2\.js$/ }, ({ path, resolveDir }) =>
      inUndici.test(resolveDir) ? { path, namespace: 'left out' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'left out' }, ({ path }) => ({
      contents: `module.exports = () => { throw new Error('${path} is not part of this build.'); };`,
    }));
    build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp-wasm\.js$/ }, ({ path }) => ({
      contents: `module.exports = require('node:zlib').brotliDecompressSync(
        Buffer.from('${brotliCompressSync(require(path)).toString('base64')}', 'base64'));`,
    }));
  },
};

/**
 * The MCP server checks inputs with the schemas of this project, which are of zod 4, so that the other validators that the
 * SDK supports are never called.
 */
const mcpWithoutOtherValidators = {
  name: 'MCP without other validators',
  setup(build) {
    build.onResolve({ filter: /^zod\/v3$|^zod-to-json-schema$|\/ajv-provider\.js$/ }, ({ path, importer }) =>
      /[\\/]@modelcontextprotocol[\\/]sdk[\\/]/.test(importer) ? { path, namespace: 'no validator' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'no validator' }, ({ path }) => ({
      contents: `const missing = () => { throw new Error('${path} is not part of this build.'); };
        export { missing as object, missing as zodToJsonSchema };
        export class AjvJsonSchemaValidator {}`,
    }));
  },
};

/**
 * Packages that are CommonJS inside require modules of Node.js, and an ES module has no `require`. A banner that creates
 * one would be in each of a hundred files.
 */
const requiredBuiltins = {
  name: 'required modules of Node.js',
  setup(build) {
    build.onResolve({ filter: /^[\w:/]+$/ }, ({ path, kind }) =>
      kind === 'require-call' && isBuiltin(path) ? { path, namespace: 'Node.js' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'Node.js' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

/** ES modules for Node.js. */
const nodeModules = {
  ...node,
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  // undici omits its experimental second HTTP parser if this name is defined, as in Node.js itself.
  define: { esbuildDetection: '1' },
  plugins: [knownContext, undiciForHttp1, requiredBuiltins, ...(minify ? [rulesWithoutExamples] : [])],
};

const slashed = (path) => path.split(sep).join('/');

/** Modules that the entry of the extension loads on first use, by file name: `services`, `features/hover` … */
const loadedByExtension = Object.fromEntries(
  ['src/services.ts', ...filesBelow('src/features', 'feature.ts')].map((file) => {
    const path = slashed(relative('src', file));
    return [path.replace(/(\/feature)?\.ts$/, ''), slashed(file)];
  }),
);

/** The entry is CommonJS, which VS Code loads faster than an ES module, and the rest are ES modules, which share chunks. */
const loadedOnFirstUse = {
  name: 'loaded on first use',
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ path, kind, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      const file = slashed(relative('.', resolve(resolveDir, `${path}.ts`)));
      const name = Object.keys(loadedByExtension).find((each) => loadedByExtension[each] === file);
      if (name === undefined) throw new Error(`${file} is loaded at activation, but no module of its own.`);
      return { path: `./${name}.mjs`, external: true };
    });
  },
};

/**
 * Folders whose modules almost everything uses. esbuild creates a chunk for each combination of modules that share code,
 * which are hundreds; what loads these folders as a whole shares a few chunks.
 */
const sharedFolders = {
  core: [
    'src/l10n',
    'src/core/context',
    'src/core/export',
    'src/core/indicators/identity',
    'src/core/indicators/registry',
    'src/core/lookups',
    'src/core/records',
    'src/core/risk',
    'src/core/runs',
    'src/core/scans',
    'src/core/sites',
    'src/core/stix',
    'src/core/text',
  ],
  features: ['src/features/shared'],
};

/** Modules that are loaded on first use, by `import('…')`. */
function dynamicallyImported() {
  const files = ['src/services.ts', ...filesBelow('src/core', '.ts'), ...filesBelow('src/features', '.ts')];
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([, path]) =>
      ['.ts', '/index.ts'].map((ending) => join(file, '..', path) + ending).find((each) => existsSync(each)),
    ),
  );
}

/** Loads the shared folders with each separately loaded module. Their unused code is removed. */
const withSharedFolders = {
  name: 'with shared folders',
  setup(build) {
    const { entryPoints } = build.initialOptions;
    const threads = [entryPoints.finder, entryPoints.largeFiles];
    const loaded = [...Object.values(entryPoints), ...dynamicallyImported()]
      .filter((file) => !threads.includes(file))
      .map((file) => resolve(file));
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!loaded.includes(path)) return undefined;
      const shown = slashed(relative('src', path));
      const group = shown === 'services.ts' || shown.startsWith('features/') ? 'features' : 'core';
      return { contents: `${readFileSync(path, 'utf8')}\nimport 'shared:${group}';`, loader: 'ts' };
    });
    build.onResolve({ filter: /^shared:/ }, ({ path }) => ({ path, namespace: 'shared' }));
    build.onLoad({ filter: /.*/, namespace: 'shared' }, ({ path }) => {
      const group = path.slice('shared:'.length);
      const files = sharedFolders[group].flatMap((folder) => filesBelow(folder, '.ts'));
      const imports = files.map((file) => `import ${JSON.stringify(`./${slashed(file)}`)};`);
      if (group === 'features') imports.push("import 'shared:core';");
      return { contents: imports.join('\n'), resolveDir: '.', loader: 'js' };
    });
  },
};

const bundles = [
  // VS Code loads only this at activation: registrations. Code shared with the features is in both bundles.
  {
    ...node,
    entryPoints: { extension: 'src/extension.ts' },
    outExtension: { '.js': '.cjs' },
    outdir: dist,
    external: ['vscode'],
    plugins: [loadedOnFirstUse],
  },
  // The rest of the extension host, the worker thread (SQLite writer, imports, local service), and what both share, in
  // chunks. Enrichment has a name because tests replace it; large files have a thread for each job. The MCP server is a
  // program of its own.
  {
    ...nodeModules,
    entryPoints: {
      ...loadedByExtension,
      worker: 'src/worker.ts',
      finder: 'src/finder.ts',
      mcp: 'src/mcp.ts',
      enrichment: 'src/service/enrichment/index.ts',
      largeFiles: 'src/service/largeFiles/index.ts',
    },
    outdir: dist,
    splitting: true,
    chunkNames: 'chunks/[hash]',
    external: ['vscode'],
    plugins: [...nodeModules.plugins, mcpWithoutOtherValidators, withSharedFolders],
  },
  // The command line, in one file that can be copied. It ends with a sentence on a Node.js that is too old.
  {
    ...nodeModules,
    banner: { js: require('./scripts/lib/launcher.mjs').nodeCheck },
    entryPoints: { cli: 'src/cli.ts' },
    outdir: 'dist',
    plugins: [...nodeModules.plugins, mcpWithoutOtherValidators],
  },
  // Browser code of the panels, with what they share in chunks.
  {
    ...shared,
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    splitting: true,
    chunkNames: '[hash]',
    entryPoints: {
      base: 'src/webviews/common/base.css',
      ...Object.fromEntries(
        filesBelow('src/webviews', 'main.tsx', 'main.ts').map((file) => [
          relative('src/webviews', file).split(sep)[0],
          file,
        ]),
      ),
    },
    outdir: `${dist}/webviews`,
  },
].filter(
  (options) => Object.values(options.entryPoints).length > 0 && Object.values(options.entryPoints).every(existsSync),
);

/** One entry that imports every test file. */
function discovered(folder) {
  const files = filesBelow(folder, '.test.ts');
  if (files.length === 0) throw new Error(`${folder}: no test files`);
  return files.map((file) => `import ${JSON.stringify(`./${slashed(relative('.', file))}`)};`).join('\n');
}

/** Tests in plain Node: one module per file, with shared code in chunks. */
async function buildNodeTests(area, ending) {
  await esbuild.build({
    ...node,
    alias: { vscode: resolve('test/harness/fakeVsCode.ts') },
    // Tests don't use what this stub lacks.
    logOverride: { 'import-is-undefined': 'silent' },
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

/** The programs that unit tests start, each in one file. */
async function buildPrograms() {
  await esbuild.build({
    ...nodeModules,
    minify: false,
    metafile: false,
    sourcemap: false,
    entryPoints: { cli: 'src/cli.ts', worker: 'src/worker.ts', finder: 'src/finder.ts' },
    outdir: 'out/test/programs',
    plugins: [...nodeModules.plugins, mcpWithoutOtherValidators],
  });
}

/** Tests of pages run the host of a panel in plain Node, and its page as it is packaged in a browser. */
async function buildPageTests() {
  const panels = bundles.find(({ outdir }) => outdir.endsWith('/webviews'));
  await esbuild.build({ ...panels, minify: true, sourcemap: false, outdir: 'out/test/pages/webviews' });
  await buildNodeTests('pages', '.test.ts');
}

/** In the extension host, everything is one CommonJS file; `vscode` and mocha's globals are external. */
async function buildEditorTests() {
  const editor = { ...node, minify: false, metafile: false };
  await esbuild.build({
    ...editor,
    external: ['vscode', 'mocha', 'esbuild'],
    // Shared helpers are ES modules that ask where they are.
    define: { 'import.meta.url': 'moduleUrl' },
    banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
    stdin: { contents: discovered('test/editor'), resolveDir: '.', sourcefile: 'discovered.ts' },
    outfile: 'out/test/editor/tests.js',
  });
  // Tests open windows: each loads the extension with its own `vscode`.
  await esbuild.build({
    ...{ ...editor, sourcemap: false, external: ['vscode'], entryPoints: ['src/extension.ts'] },
    outfile: 'out/test/editor/extension.js',
  });
  await esbuild.build({
    ...editor,
    external: ['vscode', 'mocha', './tests.js'],
    entryPoints: ['test/editor/index.ts'],
    outfile: 'out/test/editor/index.js',
  });
}

const testAreas = {
  unit: () => Promise.all([buildNodeTests('unit', '.test.ts'), buildPrograms()]),
  ui: () => buildNodeTests('ui', '.test.ts'),
  pages: buildPageTests,
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

/** The package of the command line, which is built separately. */
const npmPackage = join(defaultDist, 'npm') + sep;

/** Outputs of each bundle's last build, by their paths below the project. */
const outputsOf = new Map();

/**
 * After each build, removes files of earlier builds that are no longer part of it, and lists the contents of each file
 * in `out/bundles.json`.
 */
const finishing = (name) => ({
  name: 'finishing',
  setup(build) {
    build.onEnd(({ errors, metafile }) => {
      if (watch) console.log(`built, ${errors.length} errors`);
      if (errors.length > 0) return;
      outputsOf.set(name, metafile);
      if (outputsOf.size < bundles.length) return;
      const metafiles = [...outputsOf.values()];
      const outputs = Object.assign({}, ...metafiles.map((one) => one.outputs));
      for (const file of filesBelow(dist, '.js', '.cjs', '.mjs', '.css', '.map'))
        if (!file.startsWith(npmPackage) && !(slashed(file) in outputs)) rmSync(file);
      if (dist !== defaultDist) return;
      mkdirSync('out', { recursive: true });
      const inputs = Object.assign({}, ...metafiles.map((one) => one.inputs));
      // A test may read it in the meantime.
      writeFileSync('out/bundles.json.part', JSON.stringify({ inputs, outputs }));
      renameSync('out/bundles.json.part', 'out/bundles.json');
    });
    if (watch) build.onStart(() => console.log('building'));
  },
});

function report() {
  const files = filesBelow(dist, '.js', '.cjs', '.mjs', '.css').filter((file) => !file.startsWith(npmPackage));
  const rows = files.map((file) => [file, statSync(file).size]);
  for (const [file, bytes] of rows) console.log(`${(bytes / 1024).toFixed(1).padStart(9)} KB  ${file}`);
}

async function buildCli() {
  const options = bundles.find(({ entryPoints }) => 'cli' in entryPoints);
  const { metafile } = await esbuild.build({ ...options, outdir: cli });
  writeFileSync(join(cli, 'meta.json'), JSON.stringify(metafile));
}

async function main() {
  if (cli !== undefined) return buildCli();
  if (tests) return buildTests(tests.split('=')[1]);
  const configured = bundles.map((options, index) => ({
    ...options,
    plugins: [...(options.plugins ?? []), finishing(index)],
  }));
  if (watch) {
    const contexts = await Promise.all(configured.map((options) => esbuild.context(options)));
    await Promise.all(contexts.map((context) => context.watch()));
    return;
  }
  await Promise.all(configured.map((options) => esbuild.build(options)));
  report();
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
