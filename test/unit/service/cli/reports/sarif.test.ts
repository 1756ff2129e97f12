import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import fc from 'fast-check';
import { root } from '../../../../../scripts/lib/paths.mjs';
import { hasRisk, type Triaged } from '../../../../../src/core/triage/assess';
import { fileUri, pathBelow } from '../../../../../src/service/cli/reports/findings';
import { sarifReport, sarifText } from '../../../../../src/service/cli/reports/sarif';
import { domain, knownRow } from './triagedRows';

interface Log {
  readonly runs: readonly [
    {
      readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
      readonly invocations: readonly [
        {
          readonly executionSuccessful: boolean;
          readonly toolExecutionNotifications: readonly { readonly message: { readonly text: string } }[];
        },
      ];
      readonly results: readonly Result[];
      readonly properties: { readonly linesSkipped: number };
    },
  ];
}

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly [
    {
      readonly physicalLocation: {
        readonly artifactLocation: { readonly uri: string };
        readonly region: { readonly startLine: number; readonly startColumn: number };
      };
    },
  ];
  readonly partialFingerprints: Readonly<Record<string, string>>;
}

const parsed = (path: string): object => JSON.parse(readFileSync(join(root, path), 'utf8')) as object;

/** The published schema, which is of draft 4. */
function schemaErrors(log: unknown): unknown {
  const ajv = new Ajv({ schemaId: 'auto', allErrors: true });
  ajv.addMetaSchema(parsed('node_modules/ajv/lib/refs/json-schema-draft-04.json'));
  const validate = ajv.compile(parsed('test/fixtures/sarif/sarif-2.1.0-rtm.5.json'));
  return validate(log) === true ? [] : validate.errors;
}

const folder = '/case/logs';
const options = { version: '1.2.3', folder, fileOf: () => 'a.log', problems: [] };

function reported(rows: readonly Triaged[], more: Partial<Parameters<typeof sarifReport>[1]> = {}): Log {
  return JSON.parse(sarifReport(rows, { ...options, ...more }).text) as Log;
}

const hostileFiles = [
  '-',
  '/etc/hosts',
  '../up.log',
  'a b/%41\n:?#[é\ud800.log',
  'C:\\x.log',
  '..\\x',
  'a//b',
  '..x/y',
];
const anyFile = fc.oneof(
  fc.constantFrom(...hostileFiles),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }).filter((name) => !name.includes('\0')),
);
const anyText = fc.oneof(
  fc.constantFrom('[click](https://login-update.example/)', '{0}', '{"x"}', '\u202egpj', 'a\n::error::b', '](1)'),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

describe('A triage as SARIF', () => {
  it('is valid by the published schema, and has what code hosts require', () => {
    const rows = [
      domain('lookups-test-1.com', 'critical', {
        lines: 2,
        locations: [2, 7].map((line) => ({ file: 0, line, column: 5 })),
      }),
      domain('lookups-test-2.com', 'medium'),
      knownRow({ type: 'ip', value: '5.6.7.8' }, { risk: 'very low' }),
    ];
    const log = reported(rows);
    assert.deepEqual(schemaErrors(log), []);
    const [{ tool, results }] = log.runs;
    assert.deepEqual(
      results.map(({ level, locations: [{ physicalLocation }] }) => [level, physicalLocation]),
      [
        ['error', { artifactLocation: { uri: 'a.log' }, region: { startLine: 2, startColumn: 5 } }],
        ['error', { artifactLocation: { uri: 'a.log' }, region: { startLine: 7, startColumn: 5 } }],
        ['warning', { artifactLocation: { uri: 'a.log' }, region: { startLine: 2, startColumn: 5 } }],
        ['note', { artifactLocation: { uri: 'a.log' }, region: { startLine: 2, startColumn: 5 } }],
      ],
    );
    for (const { ruleId, ruleIndex } of results) assert.equal(tool.driver.rules[ruleIndex]?.id, ruleId);
    const prints = results.map(({ partialFingerprints }) => Object.values(partialFingerprints).join());
    assert.equal(new Set(prints).size, results.length);
    assert.match(results[0]?.message.text ?? '', /^Critical risk: lookups-test-1\[\.\]com \(domain\)\. Reasons: /);
    assert.notDeepEqual(schemaErrors({ ...log, version: '2.0.0' }), []);
  });

  it('leaves out what is retired or a mistake of a list', () => {
    const rows = [
      knownRow({ type: 'domain', value: 'lookups-test-1.com' }, { risk: 'critical', retired: true }),
      domain('lookups-test-2.com', 'high', { isFalsePositive: true }),
      domain('lookups-test-3.com', 'high'),
    ];
    assert.deepEqual(
      rows.map((row) => hasRisk(row, 'low')),
      [false, false, true],
    );
    assert.equal(reported(rows).runs[0].results.length, 1);
    assert.deepEqual(
      [hasRisk(domain('a.com', 'high'), 'critical'), hasRisk(domain('a.com', 'high'), 'high')],
      [false, true],
    );
  });

  it('stays within the limits, and states how much it leaves out', () => {
    const locations = Array.from({ length: 30 }, (_, line) => ({ file: 0, line: line + 1, column: 1 }));
    const rows = Array.from({ length: 4 }, (_, n) =>
      domain(`lookups-test-${n}.com`, 'high', { lines: 100, locations }),
    );
    const [run] = reported(rows, { limits: { results: 50 } }).runs;
    assert.deepEqual([run.results.length, run.properties.linesSkipped], [50, 350]);
    assert.match(run.invocations[0].toolExecutionNotifications[0]?.message.text ?? '', /^350 more lines/);
    const few = sarifReport(rows, { ...options, limits: { gzipBytes: 2_500 } });
    assert.ok(few.skippedLines > 320 && few.skippedLines < 400, String(few.skippedLines));
    assert.deepEqual(schemaErrors(JSON.parse(few.text)), []);
  });

  it('states that a file was not read', () => {
    const [{ invocations }] = reported([], { problems: ['a.log: not read'] }).runs;
    assert.deepEqual(
      [invocations[0].executionSuccessful, invocations[0].toolExecutionNotifications.length],
      [false, 1],
    );
  });

  it('has valid URIs of any file, from which the file can be read again', () => {
    fc.assert(
      fc.property(anyFile, (file) => {
        const uri = fileUri(file, folder);
        assert.match(uri, /^(?:file:\/\/\/?)?(?:[\w\-.!~*'()/:@&=+$,;|\\^`{}[\]]|%[0-9A-F]{2})*$/);
        const path = pathBelow(file, folder);
        if (path === undefined) {
          assert.equal(new URL(uri).protocol, 'file:');
          return;
        }
        assert.doesNotMatch(uri, /^[/:]|^[^/]*:|^\.\.(?:\/|$)/);
        assert.equal(decodeURIComponent(uri), path.toWellFormed());
      }),
    );
  });

  it('is valid and harmless for any text of sources and any file', () => {
    fc.assert(
      fc.property(anyText, anyText, anyFile, (name, reason, file) => {
        const row = knownRow(
          { type: 'url', value: 'http://lookups-test-1.com/a' },
          { risk: 'high', riskFactors: [{ description: reason, risk: 'high' }] },
          {},
          name,
        );
        const log = reported([row], { fileOf: () => file });
        assert.deepEqual(schemaErrors(log), []);
        const text = log.runs[0].results[0]?.message.text ?? '';
        assert.doesNotMatch(text, /\]\(|https?:\/\/|[\p{Cc}\u202e]/u);
        assert.doesNotMatch(text.replaceAll('{{', '').replaceAll('}}', ''), /[{}]/);
      }),
      { numRuns: 40 },
    );
    assert.equal(sarifText('[a](b) {0}'), '[a] (b) {{0}}');
  });
});
