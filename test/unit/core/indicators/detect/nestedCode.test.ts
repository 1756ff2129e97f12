import assert from 'node:assert/strict';
import { findInChunks, findIndicators } from '../../../../../src/core/indicators/index';
import { collected } from '../../../collected';
import { assertFound, assertNothingFound } from './findHelpers';

describe('Nested strings and here documents', () => {
  it('reads templates within templates', () => {
    assertFound(
      [
        [
          "`a ${ok ? `see c.a-site.com` : 'd.a-site.com'} e.a-site.com`; x.f.com",
          ['domain c.a-site.com', 'domain d.a-site.com', 'domain e.a-site.com'],
        ],
        [
          "`${list.map((x) => { return { h: `h.a-site.com` } }).join('')} i.a-site.com`; user.org",
          ['domain h.a-site.com', 'domain i.a-site.com'],
        ],
        ['`${a}${`b ${`c-site.com`}`}`; user.com', ['domain c-site.com']],
      ],
      'typescript',
    );
    assertNothingFound(
      [
        '`${user.com} ${x.y.org + {a: b.net}.a}`; a.com',
        '`\\${`; user.com; `x`',
        'if (a) { b.com } else { `${c.com}` }',
      ],
      'javascript',
    );
  });

  it('reads here documents as strings', () => {
    assertFound([['$a = <<<EOT\nhost b-site.com\nEOT;\n$c = $user.com;', ['domain b-site.com']]], 'php');
    assertFound([["$a = <<<'EOT'\n  b-site.com\n  EOT . x.com;", ['domain b-site.com']]], 'php');
    assertFound(
      [['a = <<~HOSTS.lines\n  b-site.com\n  c-site.net\nHOSTS\nuser.com', ['domain b-site.com', 'domain c-site.net']]],
      'ruby',
    );
    assertFound([['print <<"END";\nb-site.com\nEND\nmy $x = $user.com;', ['domain b-site.com']]], 'perl');
    assertNothingFound(['list << user.com\nx = 1 <<2\ny.com', 'a <<b\nuser.com\nb'], 'ruby');
  });

  it('continues strings across chunks', async () => {
    const typescript = '`${x.map((y) => {\n  return `b-site.com\n` })}\nc-site.net`;\nuser.org;\n'.repeat(200);
    const ruby = 'x = <<~END\n  b-site.com\n  END\nuser.com\n'.repeat(300);
    for (const [text, languageId] of [
      [typescript, 'typescript'],
      [ruby, 'ruby'],
    ] as const) {
      const whole = findIndicators(text, { languageId });
      assert.ok(whole.length >= 300);
      assert.deepEqual(await collected(findInChunks([text], { languageId, blockLength: 4_096 })), whole);
    }
  });
});
