import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';
import { inputJsonSchema, toolDescriptions } from '../../../src/core/assistant';
import { csvColumns, csvTable } from '../../../src/core/export/results/csvWriter';
import { listKinds } from '../../../src/core/records/context';
import { emptyRecord } from '../../../src/core/records/record';
import { riskLevels } from '../../../src/core/records/risk';
import { lookupStatuses, type Triaged } from '../../../src/core/triage/assess';
import { triageCsv, type TriageFormatters, triageObject } from '../../../src/core/triage/triageExport';
import { exitCode } from '../../../src/service/cli/exitCodes';
import { commandDescriptions } from '../../../src/service/cli/manual/commands';
import { commonOptions, variables } from '../../../src/service/cli/manual/shared';
import { manifest } from '../../harness/manifest';

const prefix = 'threatLookups.';
const { commands, menus, configuration, views, viewsContainers, colors, languages, languageModelTools } =
  manifest.contributes;

const page = ['docs/reference/stability.md', 'test/unit/manifest/stableNames.md']
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n');

/** The stable names by their labels, with those of the sections before them. */
const named = new Map<string, readonly string[]>();
for (const part of page.split(/^## /m).slice(1)) {
  const [title = '', ...lines] = part.split('\n');
  for (const line of lines) {
    const [, label = '', names = ''] = /^- ([^:]+): (.*`.*)$/.exec(line) ?? [];
    if (names !== '') named.set(`${title}: ${label}`, namesIn(names));
  }
}

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

const now = Date.UTC(2026, 10, 27);
const start = now / 1_000;
const source = { kind: 'mirror', name: 'Team list', range: '*.lookups-test-1.com' } as const;
const record = {
  ...emptyRecord('http://lookups-test-1.com/', 'url'),
  risk: 'high',
  retired: true,
  retiredReason: 'moved',
  riskFactors: [{ description: 'listed', risk: 'high' }],
  threats: [{ name: 'Example', category: 'malware', risk: 'medium', linked: now }],
  feeds: [{ name: 'Feed', organization: 'Team', category: 'malware', pricing: 'free', linked: now }],
  credits: ['Team'],
  contexts: [{ category: 'scanner', label: 'Scanner' }],
  other: { object_marking_refs: ['marking-definition--34098fce-860f-48ae-8e50-ebd3cc5e41da'] },
  properties: { geo: { asn: ['AS1'] } },
  reach: 'subdomains',
  judgment: { version: 1, by: 'Ana', at: now, risk: 'high', tags: ['tag'], authors: { tags: { by: 'Ben', at: now } } },
} as const;

/** A row with everything that rows can have. */
const row = {
  indicator: { type: 'url', value: 'http://lookups-test-1.com/' },
  reserved: false,
  lines: 1,
  files: 1,
  locations: [{ file: 0, line: 1, column: 1 }],
  timeline: { scale: 3, first: Math.floor(start / 8), counts: [1], from: start, to: start },
  clients: {
    count: 1,
    isMore: true,
    top: [{ name: 'host', lines: 1, first: start, last: start, files: 1, location: { file: 0, line: 1, column: 1 } }],
  },
  status: 'found',
  known: [{ kind: 'known', source, asOf: now, detail: 'full', record }],
  lead: { kind: 'known', source, asOf: now, detail: 'full', record },
  hostKnown: [{ kind: 'known', source, asOf: now, detail: 'full', record }],
  contexts: [{ category: 'scanner', label: 'Scanner', source: 'Team list' }],
  place: { country: 'IT', city: 'Roma', asn: 'AS1', organization: 'Example', sources: [{ name: 'GeoIP', asOf: now }] },
} as unknown as Triaged;

const formatters: TriageFormatters = {
  defang: (value) => value,
  defangText: (text) => text,
  fileOf: String,
  stateOf: () => 'toReview',
  annotationOf: () => ({ note: 'note', tags: ['tag'] }),
  timelineUnit: 'seconds',
};

const document: Readonly<Record<string, unknown>> = triageObject(row, formatters);

/** The fields of a field of the document. */
function fieldsOf(name: string): readonly string[] {
  const value = document[name];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'object' && first !== null ? Object.keys(first) : [];
}

const withFields = Object.keys(document).filter((name) => fieldsOf(name).length > 0);

const hidden = new Set(
  (menus['commandPalette'] ?? []).filter(({ when }) => when === 'false').map((item) => item.command),
);
const settings = Object.assign({}, ...configuration.map(({ properties }) => properties)) as Readonly<
  Record<string, (typeof configuration)[number]['properties'][string]>
>;
const bare = (name: string): string => name.slice(prefix.length);
const propertiesOf = (setting: string): readonly string[] => Object.keys(settings[setting]?.items?.properties ?? {});
const withQueries = [...csvTable([record as never], () => undefined)][0]?.trim().split(',') ?? [];

/** The names of the product by the label of their list on the page. */
const expected: Readonly<Record<string, readonly string[]>> = {
  'CSV columns: Triage': triageCsv([], formatters).trim().split(','),
  'CSV columns: Query results': csvColumns,
  'CSV columns: Query results, where they have them': withQueries.filter(
    (name) => !(csvColumns as readonly string[]).includes(name),
  ),
  'JSON fields: Triage': Object.keys(document),
  ...Object.fromEntries(withFields.map((name) => [`JSON fields: Fields of \`${name}\``, fieldsOf(name)])),
  'JSON fields: Values of `status`': lookupStatuses,
  'JSON fields: Values of risks': riskLevels,
  'Command line: Commands': commandDescriptions.map(({ name }) => name),
  'Command line: Exit codes': Object.values(exitCode).map(String),
  'Command line: Environment variables': variables.flatMap(({ name }) => name.split(', ')),
  'Command line: All commands': commonOptions.map(({ name }) => `--${name}`),
  ...Object.fromEntries(
    commandDescriptions.map(({ name, options }) => [
      `Command line: \`${name}\``,
      options.filter((option) => !commonOptions.includes(option)).map((option) => `--${option.name}`),
    ]),
  ),
  ...Object.fromEntries(
    commandDescriptions.flatMap(({ name, options }) =>
      options.flatMap((option) =>
        // Profiles of the service are for tests.
        option.choices === undefined || option.name === 'profile'
          ? []
          : [[`Command line: Values of \`${name} --${option.name}\``, option.choices] as const],
      ),
    ),
  ),
  'Settings: All': Object.keys(settings).map(bare),
  ...Object.fromEntries(
    Object.entries(settings).flatMap(([name, { enum: values }]) =>
      values === undefined ? [] : [[`Settings: Values of \`${bare(name)}\``, values.map(String)] as const],
    ),
  ),
  'Settings: Properties of `lists.presets`': propertiesOf(`${prefix}lists.presets`),
  'Settings: Values of its `type`': listKinds,
  'Settings: Properties of `openIn.sites`': propertiesOf(`${prefix}openIn.sites`),
  'VS Code: Commands': commands
    .map(({ command }) => command)
    .filter((id) => !hidden.has(id))
    .map(bare),
  'VS Code: Views': [...viewsContainers.activitybar, ...Object.values(views).flat()].map(({ id }) =>
    id.replace(prefix, ''),
  ),
  'VS Code: Colors': colors.map(({ id }) => id.replace(prefix, '')),
  'VS Code: Languages': languages.flatMap(({ id, extensions = [], filenames = [] }) => [
    id,
    ...extensions,
    ...filenames,
  ]),
  'Tools for AI assistants: In prompts': languageModelTools.map(({ toolReferenceName }) => `#${toolReferenceName}`),
  ...Object.fromEntries(
    toolDescriptions.map(({ name }) => [
      `Tools for AI assistants: \`${name}\``,
      Object.keys(inputJsonSchema(name)['properties'] ?? {}),
    ]),
  ),
};
describe('The stable names', () => {
  it('have a list for each group, and no other', () => {
    const groups = Object.entries(expected).flatMap(([label, names]) => (names.length === 0 ? [] : [label]));
    assert.deepEqual([...named.keys()].toSorted(), groups.toSorted());
  });

  for (const [label, names] of Object.entries(expected)) {
    if (names.length > 0)
      it(`of the product and of the page are the same: ${label}`, () => {
        assert.deepEqual([...(named.get(label) ?? [])].toSorted(), [...names].toSorted());
      });
  }
});
