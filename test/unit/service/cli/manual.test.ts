import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { root } from '../../../../scripts/lib/paths.mjs';
import { commandDescriptions } from '../../../../src/service/cli/manual/commands';
import { exitCode, exitCodes } from '../../../../src/service/cli/exitCodes';
import { commandHelp, getOptions, programHelp } from '../../../../src/service/cli/manual/help';
import { manPage, roffText } from '../../../../src/service/cli/manual/manPage';

describe('Manual of the command line', () => {
  it('has every command, option, and exit code in the help and on the page for man', () => {
    const page = manPage('1.2.3').replaceAll('\\-', '-');
    for (const command of commandDescriptions) {
      assert.match(programHelp(), new RegExp(`^  ${command.name} +${command.summary.slice(0, 20)}`, 'm'));
      for (const { name } of getOptions(command)) {
        assert.match(commandHelp(command), new RegExp(`^  (-\\w, )?--${name}\\b`, 'm'));
        assert.ok(page.includes(`--${name}`), name);
      }
    }
    assert.deepEqual(
      exitCodes.map(({ code }) => code),
      Object.values(exitCode),
    );
    for (const { code } of exitCodes) assert.match(programHelp(), new RegExp(`^  ${code} +[A-Zt]`, 'm'));
  });

  it('has lines that fit a terminal', () => {
    for (const text of [programHelp(), ...commandDescriptions.map(commandHelp)])
      for (const line of text.split('\n')) assert.ok(line.length <= 120, line);
  });

  it('has no request of roff in a text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('.', "'", '\\', '-', 'a', '\n', '"', ' ') }), (text) => {
        const shown = roffText(text);
        assert.doesNotMatch(shown, /^[.']/m);
        assert.doesNotMatch(shown.replace(/\\(?:e|-|&)/g, ''), /\\/);
      }),
    );
  });

  it('has the options of the hook for pre-commit', () => {
    const hook = readFileSync(join(root, '.pre-commit-hooks.yaml'), 'utf8');
    const [, name = '', options = ''] = /^ {2}entry: threat-lookups (\w+) (.+)$/m.exec(hook) ?? [];
    const command = commandDescriptions.find((each) => each.name === name);
    assert.ok(command !== undefined);
    const known = getOptions(command);
    const [first, second] = [...options.matchAll(/--([\w-]+) (\w+)/g)].map(([, option, value]) =>
      known.find((each) => each.name === option)?.choices?.includes(value ?? ''),
    );
    assert.deepEqual([first, second], [true, true], options);
    // File names follow, which may look like options.
    assert.match(hook, /^ {2}args: \['--'\]$/m);
  });
});
