import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { shellQuoted } from '../../../../src/service/cli/bashCompletion';
import { commandDescriptions, type Shell, shells } from '../../../../src/service/cli/manual/commands';
import { getOptions } from '../../../../src/service/cli/manual/help';
import { triageFormats } from '../../../../src/service/cli/manual/readingCommands';
import { getCompletion, fishQuoted, zshSpecText } from '../../../../src/service/cli/completion';

const has = (shell: Shell): boolean => spawnSync(shell, ['--version']).status === 0;
const run = (shell: Shell, args: readonly string[], cwd?: string) =>
  spawnSync(shell, args, { encoding: 'utf8', ...(cwd === undefined ? {} : { cwd }) });

/** Names that do something where a shell evaluates them. */
const hostile = [
  '$(touch pwned)',
  '`touch pwned`',
  'a;touch pwned',
  'a b',
  '*',
  "it's",
  '-x',
  '--db=x',
  '$HOME',
  'a\nb',
  '"',
];

describe('Completion', function () {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'threat-lookups-completion-'));
    for (const name of hostile) if (!name.includes('/')) writeFileSync(join(folder, name), '');
    for (const shell of shells) writeFileSync(join(folder, `script.${shell}`), getCompletion(shell));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('contains every command and option in each shell', () => {
    for (const shell of shells) {
      const script = getCompletion(shell);
      for (const command of commandDescriptions) {
        assert.ok(script.includes(command.name), `${shell} ${command.name}`);
        for (const { name, choices = [] } of getOptions(command)) {
          assert.ok(script.includes(shell === 'fish' ? `-l ${name}` : `--${name}`), `${shell} --${name}`);
          for (const choice of choices) assert.ok(script.includes(choice), `${shell} --${name} ${choice}`);
        }
      }
    }
  });

  for (const shell of shells)
    it(`is accepted by ${shell}`, function () {
      if (!has(shell)) this.skip();
      const { status, stderr } = run(shell, ['-n', join(folder, `script.${shell}`)]);
      assert.deepEqual([status, stderr], [0, '']);
    });

  describe('of bash', () => {
    /** Returns the completions of bash for words, the last of which is being typed. */
    function offered(words: readonly string[], shell = 'bash'): readonly string[] {
      const program = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _threat_lookups; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const args = ['--norc', '-c', program, shell, join(folder, 'script.bash'), ...words];
      const { stdout, stderr } = run('bash', args, folder);
      assert.equal(stderr, '');
      return stdout.split('\n').filter((line) => line !== '');
    }
    before(function () {
      if (!has('bash')) this.skip();
    });

    it('offers commands, options, and values', () => {
      assert.deepEqual(offered(['threat-lookups', 'tr']), ['triage']);
      assert.deepEqual(offered(['threat-lookups', 'triage', '--f']), ['--format', '--fail-on']);
      assert.deepEqual(offered(['threat-lookups', 'triage', '--format', 'st']), ['stix']);
      assert.deepEqual(offered(['threat-lookups', 'triage', '--format', '=', 'sa']), ['sarif']);
      assert.deepEqual(offered(['threat-lookups', 'triage', '--format', '=']).length, triageFormats.length);
      assert.deepEqual(offered(['threat-lookups', 'completion', '']), ['bash', 'zsh', 'fish']);
      assert.deepEqual(offered(['threat-lookups', 'nothing', '']), []);
    });

    it('evaluates nothing of a hostile word, and leaves files to readline', () => {
      for (const name of hostile) {
        for (const words of [
          ['threat-lookups', name],
          ['threat-lookups', name, ''],
          ['threat-lookups', 'triage', name],
          ['threat-lookups', 'triage', name, ''],
          ['threat-lookups', 'triage', '--db', name],
          ['threat-lookups', 'triage', '--format', name],
        ])
          assert.deepEqual(
            offered(words).filter((each) => !each.startsWith('-')),
            [],
            words.join(' '),
          );
      }
      assert.ok(!readdirSync(folder).includes('pwned'));
      assert.match(getCompletion('bash'), /^complete -o bashdefault -o default -F _threat_lookups threat-lookups$/m);
    });
  });

  it('of zsh is loaded by its name, and describes what it offers', function () {
    if (!has('zsh')) this.skip();
    writeFileSync(join(folder, '_threat-lookups'), getCompletion('zsh'));
    // The functions of the completion system get what they would offer.
    const offered = (words: readonly string[]): string => {
      const program = `fpath=("$1"); shift; _arguments() { print -rl -- "$@"; }; _describe() { print -rl -- "\${(@P)4}"; }
        autoload -U _threat-lookups; words=("$@"); CURRENT=$#; _threat-lookups`;
      const { stdout, stderr } = run('zsh', ['-f', '-c', program, 'zsh', folder, ...words], folder);
      assert.equal(stderr, '');
      return stdout;
    };
    const summary = commandDescriptions.map(({ name, summary: text }) => `${name}:${text}`);
    assert.deepEqual(offered(['threat-lookups', 'tr']).trimEnd().split('\n').slice(0, -1), summary);
    const specs = offered(['threat-lookups', 'triage', '$(touch pwned)', '']).split('\n');
    assert.ok(specs.includes('*:file:_files'));
    assert.ok(
      specs.some(
        (each) => each.startsWith('--fail-on=[Exit with 3') && each.endsWith(':RISK:(critical high medium low)'),
      ),
    );
    assert.match(offered(['threat-lookups', 'completion', '']), /^1:value:\(bash zsh fish\)$/m);
    assert.ok(!readdirSync(folder).includes('pwned'));
  });

  it('of fish offers commands, options, and values', function () {
    if (!has('fish')) this.skip();
    const offered = (line: string): readonly string[] =>
      run('fish', ['--no-config', '-c', `source script.fish; complete -C '${line}'`], folder)
        .stdout.split('\n')
        .map((each) => each.split('\t')[0] ?? '')
        .filter((each) => each !== '');
    assert.deepEqual(offered('threat-lookups tri'), ['triage']);
    assert.deepEqual(offered('threat-lookups triage --fail'), ['--fail-on']);
    assert.deepEqual(offered('threat-lookups triage --format sa'), ['sarif']);
    assert.deepEqual(offered('threat-lookups completion z'), ['zsh']);
  });

  it('quotes any text for its shell', function () {
    const text = fc.oneof(
      fc.constantFrom(...hostile),
      fc.string({ unit: fc.constantFrom("'", '\\', '"', '$', '`', '\n', '[', ']', ':', 'a', ' ', '!'), maxLength: 12 }),
    );
    const printed = (shell: Shell, words: readonly string[]): string =>
      run(shell, ['-c', `printf '%s\\0' ${words.join(' ')}`]).stdout;
    const quoters = { bash: shellQuoted, zsh: shellQuoted, fish: fishQuoted };
    for (const shell of shells.filter(has))
      // Starting a shell takes longer than its work.
      fc.assert(
        fc.property(fc.array(text, { minLength: 200, maxLength: 400, size: 'max' }), (texts) => {
          assert.equal(printed(shell, texts.map(quoters[shell])), texts.map((each) => `${each}\0`).join(''));
        }),
        { numRuns: 2 },
      );
    fc.assert(
      fc.property(text, (each) => {
        const spec = zshSpecText(each);
        assert.equal(spec.replace(/\\(.)/g, '$1'), each);
        assert.doesNotMatch(spec.replace(/\\./g, ''), /[:[\]]/);
      }),
    );
  });
});
