/** The layers in docs/contributing/architecture.md as rules, checked by `npm run lint:layers`. */
const nodeOnly = { dependencyTypes: ['core'], pathNot: '^vscode$' };

module.exports = {
  forbidden: [
    {
      name: 'vscode-only-in-features',
      comment: 'Only features and the entry point of the extension, with its shared parts, can import vscode.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['^src/features/', '^src/(extension|services|startServices)\\.ts$'],
      },
      to: { path: '^vscode$' },
    },
    {
      name: 'l10n-knows-nobody',
      comment: 'Text is the lowest layer. Everything else can import it.',
      severity: 'error',
      from: { path: '^src/l10n/' },
      to: { pathNot: '^src/l10n/' },
    },
    {
      name: 'core-knows-nobody-above',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { path: '^src/', pathNot: '^src/(core|l10n)/' },
    },
    {
      name: 'service-knows-core-only',
      severity: 'error',
      from: { path: '^src/service/' },
      to: { path: '^src/', pathNot: '^src/(core|service|l10n)/' },
    },
    {
      name: 'features-do-not-reach-into-each-other',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/', pathNot: '^src/features/shared/' },
      to: { path: '^src/features/([^/]+)/', pathNot: ['^src/features/$1/', '^src/features/shared/'] },
    },
    {
      name: 'shared-knows-no-feature',
      severity: 'error',
      from: { path: '^src/features/shared/' },
      to: { path: '^src/features/', pathNot: '^src/features/shared/' },
    },
    {
      name: 'features-do-not-know-the-service',
      comment:
        'The local service is used through fetch like any other service; the entry point provides it. Of the jobs of the worker thread, only the types are known.',
      severity: 'error',
      from: { path: '^src/features/', pathNot: '^src/features/shared/commands/workerJobs\\.ts$' },
      to: { path: '^src/(service|worker)' },
    },
    {
      name: 'jobs-as-types-only',
      severity: 'error',
      from: { path: '^src/features/shared/commands/workerJobs\\.ts$' },
      to: { path: '^src/(service|worker)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'webviews-know-messages-and-records',
      comment:
        'Browser code imports its own files, the messages, and of core only records and what they need to be shown.',
      severity: 'error',
      from: { path: '^src/webviews/' },
      to: {
        path: '^src/',
        pathNot: [
          '^src/(webviews|l10n|core/records|core/text)/',
          '^src/core/(explore/queries/exactTerms|indicators/identity/(defang|types))\\.ts$',
        ],
      },
    },
    {
      name: 'features-import-only-messages-of-webviews',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/webviews/' },
      to: { path: '^src/webviews/', pathNot: '^src/webviews/messages/' },
    },
    {
      name: 'node-free-core',
      comment: 'indicators, api, explore, lookups, records, and stix must also run in a browser.',
      severity: 'error',
      from: { path: '^src/core/', pathNot: '^src/core/(store|largeFiles)/' },
      to: nodeOnly,
    },
    {
      name: 'node-only-where-allowed',
      severity: 'error',
      from: { path: '^src/(features|webviews)/' },
      to: nodeOnly,
    },
    {
      name: 'undici-only-in-the-command-line',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/service/cli/' },
      to: { path: 'node_modules/undici/' },
    },
    {
      name: 'postgresql-only-in-the-team-store',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/service/team/' },
      to: { path: 'node_modules/(pg|pg-boss|kysely|prom-client)/' },
    },
    {
      name: 'team-store-only-in-the-command-line',
      comment: 'Nothing of PostgreSQL is in the extension.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/service/(team|cli)/' },
      to: { path: '^src/service/team/' },
    },
    { name: 'no-circles', severity: 'error', from: { path: '^src/' }, to: { circular: true } },
    {
      name: 'no-circles-of-folders',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { path: '^src/', orphan: true, pathNot: ['\\.d\\.ts$', '^src/(extension|cli|worker)\\.ts$'] },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    builtInModules: { add: ['vscode'] },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'] },
  },
};
