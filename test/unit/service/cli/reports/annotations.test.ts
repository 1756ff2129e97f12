import assert from 'node:assert/strict';
import fc from 'fast-check';
import { annotations, commandData, commandProperty } from '../../../../../src/service/cli/reports/annotations';
import { withoutRunnerCommands } from '../../../../../src/service/cli/output';
import { domain, knownRow } from './triagedRows';

const folder = '/case/logs';

/** Reads a command as the runner does: up to the next “::”, properties between commas, then the message. */
function readCommand(line: string): { command: string; properties: Readonly<Record<string, string>>; message: string } {
  const unescaped = (text: string): string =>
    text
      .replaceAll('%0D', '\r')
      .replaceAll('%0A', '\n')
      .replaceAll('%3A', ':')
      .replaceAll('%2C', ',')
      .replaceAll('%25', '%');
  assert.ok(line.startsWith('::'));
  const end = line.indexOf('::', 2);
  const [command = '', ...list] = line.slice(2, end).split(' ');
  const pairs = list.join(' ').split(',');
  return {
    command,
    properties: Object.fromEntries(
      pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), unescaped(pair.slice(pair.indexOf('=') + 1))]),
    ),
    message: unescaped(line.slice(end + 2)),
  };
}

const anyText = fc.oneof(
  fc.constantFrom('a,b:c=d%0A', '::stop-commands::x', 'a\r\n::add-mask::b', '%25%3A', '##[group]x', '##vso[task.x]'),
  fc.string({ unit: 'binary', maxLength: 30 }),
);

describe('A triage as annotations', () => {
  it('has the first location of an indicator in each file, with a level for its risk', () => {
    const locations = [
      { file: 0, line: 2, column: 5 },
      { file: 0, line: 3, column: 1 },
      { file: 1, line: 9, column: 2 },
    ];
    const rows = [domain('lookups-test-1.com', 'critical', { locations }), domain('lookups-test-2.com', 'medium')];
    const lines = annotations(rows, { folder, fileOf: (file) => ['/case/logs/x/a.log', '-'][file] ?? '' });
    assert.deepEqual(
      lines
        .trimEnd()
        .split('\n')
        .map((line) => readCommand(line))
        .map(({ command, properties: { file, line, col } }) => [command, file, line, col]),
      [
        ['error', 'x/a.log', '2', '5'],
        ['error', undefined, '9', '2'],
        ['warning', 'x/a.log', '2', '5'],
      ],
    );
  });

  it('is one command per line that the runner reads as it was meant, for any text', () => {
    fc.assert(
      fc.property(anyText, anyText, (name, reason) => {
        const record = { risk: 'high', riskFactors: [{ description: reason, risk: 'high' }] } as const;
        const row = knownRow({ type: 'domain', value: 'lookups-test-1.com' }, record, {}, name);
        const file = `x/${name.replaceAll('/', '')}y`;
        const [line = '', ...others] = annotations([row], { folder, fileOf: () => file }).split('\n');
        assert.deepEqual(others, ['']);
        const { command, properties, message } = readCommand(line);
        assert.equal(command, 'error');
        assert.deepEqual(Object.keys(properties), ['file', 'line', 'col', 'title']);
        assert.equal(properties['file'], file);
        assert.match(message, /^High risk: lookups-test-1\[\.\]com \(domain\)\./);
      }),
    );
  });

  it('escapes what ends a message or a property', () => {
    assert.equal(commandData('50%\r\na:b,c'), '50%25%0D%0Aa:b,c');
    assert.equal(commandProperty('50%\na:b,c'), '50%25%0Aa%3Ab%2Cc');
  });
});

describe('Output in a workflow', () => {
  /** Commands of runners: at the start of a line, or anywhere. */
  const command = /^\s*::|##(?:vso)?\[/m;

  it('contains no command from any text', () => {
    fc.assert(
      fc.property(fc.array(anyText), (parts) => {
        assert.doesNotMatch(withoutRunnerCommands(parts.join('\n')), command);
        assert.doesNotMatch(withoutRunnerCommands(parts.join('')), command);
      }),
    );
    assert.equal(withoutRunnerCommands('::error::x ##[a] ##vso[b]'), '[:]:error::x [#]#[a] [#]#vso[b]');
    assert.equal(withoutRunnerCommands('a::b # c #[d]'), 'a::b # c #[d]');
  });
});
