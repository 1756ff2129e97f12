import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  diagnoseFile,
  parseQuery,
  parseQueryFile,
  type QueryDiagnostic,
  type QueryFix,
} from '../../../../src/core/explore';
import { fileText } from './fileTexts';

const now = Date.UTC(2025, 4, 20);
const diagnosed = (text: string): readonly QueryDiagnostic[] => diagnoseFile(parseQueryFile(text), now);

function fixed(text: string, { edits }: QueryFix): string {
  return edits.reduceRight(
    (result, { range, text: replacement }) => result.slice(0, range.start) + replacement + result.slice(range.end),
    text,
  );
}

/** Each diagnostic as `code “range” → the text after each fix`. */
function summarize(text: string): readonly string[] {
  return diagnosed(text).map(({ code, range, fixes }) =>
    [`${code} “${text.slice(range.start, range.end)}”`, ...fixes.map((each) => fixed(text, each))].join(' → '),
  );
}

describe('diagnoseFile', () => {
  const faults: readonly (readonly [text: string, ...diagnostics: readonly string[]])[] = [
    ['rsik=high', 'unknownField “rsik” → risk=high'],
    ['domain=a.example', 'unknownField “domain” → ioc=a.example'],
    ['lastseen=7d', 'unknownField “lastseen” → seen=7d'],
    ['nameserver=ns1.example', 'unknownField “nameserver” → "name server"=ns1.example'],
    ['+registrar=Example*', 'unknownField “+registrar” → ++registrar=Example*'],
    ['nickname=cats', 'unknownField “nickname”'],
    ['source=report.csv', 'unknownField “source”'],
    ['!risk=high', 'unknownField “!risk” → not risk=high'],
    ['risk=hihg', 'unknownRisk “hihg” → risk=high'],
    ['risk=verylow', 'unknownRisk “verylow” → risk="very low"'],
    ['risk=purple', 'unknownRisk “purple”'],
    ['risk==high', 'doubleOperator “==” → risk=high → risk="=high"'],
    ['type=hostname', 'unknownType “hostname” → type=domain'],
    ['type=ipv6', 'unknownType “ipv6” → type=ip'],
    ['retired=maybe', 'badFlag “maybe” → retired=1 → retired=0'],
    ['port=https', 'badPort “https” → port=443 → protocol=https'],
    ['port=70000', 'badPort “70000”'],
    ['seen=2025/3/4', 'badDate “2025/3/4” → seen=2025-03-04'],
    ['added=04.03.2025', 'badDate “04.03.2025” → added=2025-03-04'],
    ['updated=soon', 'badDate “soon”'],
    ['seen=2031-01-01', 'badDate “2031-01-01”'],
    ['ioc=*.a.example', 'leadingWildcard “*.a.example”'],
    ['risk=high and ioc=""', 'emptyValue “""” → risk=high'],
    ['ioc="" or risk=high', 'emptyValue “""” → risk=high'],
    ['risk=high and not threat= " " and type=ip', 'emptyValue “" "” → risk=high and type=ip'],
    ['(risk=high', 'unclosedParenthesis “(” → (risk=high) → risk=high'],
    ['risk=high)', 'strayParenthesis “)” → risk=high'],
    ['() or risk=high', 'emptyParentheses “()” → risk=high'],
    ['risk=high and ()', 'emptyParentheses “()” → risk=high'],
    ['threat="Example Kit', 'unclosedQuote “"Example Kit” → threat="Example Kit"'],
    ['risk=high type=ip', 'missingKeyword “type” → risk=high and type=ip → risk=high or type=ip'],
    [
      'risk=high\n  type=ip',
      'missingKeyword “type” → risk=high\n  and type=ip → risk=high\n  or type=ip → risk=high\n###\n  type=ip',
    ],
    ['risk=high and', 'missingTermAfter “and” → risk=high '],
    ['or risk=high', 'missingTermBefore “or” → risk=high'],
    ['risk=high or not', 'missingTermAfter “not” → risk=high or '],
    ['risk=high and ioc=', 'missingValue “ioc=” → risk=high'],
    ['=a.example', 'missingField “=” → ioc=a.example'],
    ['=high and type=ip', 'missingField “=” → type=ip'],
    ['a.example', 'missingOperator “a.example” → ioc=a.example'],
    ['not retired', 'missingOperator “retired” → retired=0'],
    ['risk=high and retired', 'missingOperator “retired” → risk=high and risk=retired'],
    ['type=ip and not Active', 'missingOperator “Active” → type=ip and retired=1'],
    ['active', 'missingOperator “active” → retired=0'],
    ['risk high', 'missingOperator “risk high” → risk=high'],
    ['risk:high', 'otherSyntax “:” → risk=high'],
    ['threat: Example Kit', 'otherSyntax “:” → threat="Example Kit"'],
    ['org=Example Hosting Ltd', 'missingOperator “Hosting Ltd” → org="Example Hosting Ltd"'],
    ['risk=high && type=ip', 'otherSyntax “&&” → risk=high and type=ip'],
    [
      'risk:high && type==domain || seen>7d',
      'otherSyntax “:” → risk=high && type==domain || seen>7d',
      'otherSyntax “&&” → risk:high and type==domain || seen>7d',
      'doubleOperator “==” → risk:high && type=domain || seen>7d → risk:high && type="=domain" || seen>7d',
      'otherSyntax “||” → risk:high && type==domain or seen>7d',
      'otherSyntax “>” → risk:high && type==domain || seen=7d',
    ],
    ['risk=high&&type=ip', 'otherSyntax “&&” → risk=high and type=ip'],
    ['risk=high||type=ip||retired=1', 'otherSyntax “||” → risk=high or type=ip or retired=1'],
    ['risk=high&type=ip', 'otherSyntax “&” → risk=high and type=ip'],
    ['ioc=a.example;type=ip', 'otherSyntax “;” → ioc=a.example and type=ip'],
    ['risk=high&&(type=ip)', 'otherSyntax “&&” → risk=high and (type=ip)'],
    ['risk=high &&not type=ip', 'otherSyntax “&&” → risk=high and not type=ip'],
    ['ioc=https://a.example/?x=1&type=ip&&risk=2'],
    ['++title=Fish&Chips,Ltd'],
    ['risk=high,critical', 'otherSyntax “high,critical” → (risk=high or risk=critical)'],
    ['type!=ip|url', 'otherSyntax “ip|url” → (type!=ip and type!=url)'],
    ['ioc=a.example,b.example', 'otherSyntax “a.example,b.example” → (ioc=a.example or ioc=b.example)'],
    ['risk=(high or critical)', 'otherSyntax “=(” → (risk=high or risk=critical)'],
    ['risk:(high OR critical) and type=ip', 'otherSyntax “:(” → (risk=high or risk=critical) and type=ip'],
    ['type IN (ip, "url")', 'otherSyntax “ IN (” → (type=ip or type=url)'],
    ["threat not in ('Example Kit')", 'otherSyntax “ not in (” → threat!="Example Kit"'],
    ['risk=high or critical', 'missingOperator “critical” → risk=high or risk=critical'],
    ['ioc like login%', 'otherSyntax “like” → ioc=login*'],
    ['ioc contains login', 'otherSyntax “contains” → ioc=*login*', 'leadingWildcard “login”'],
    ['risk is not high', 'otherSyntax “is not” → risk!=high'],
    ['ioc not like login%', 'otherSyntax “not like” → ioc!=login*'],
    ['ioc is (a.example, b.example)', 'otherSyntax “ is (” → (ioc=a.example or ioc=b.example)'],
    ['! risk=high', 'otherSyntax “!” → not risk=high'],
    [
      'risk=high &&!type=ip',
      'otherSyntax “&&” → risk=high and !type=ip',
      'unknownField “!type” → risk=high &&not type=ip',
    ],
    ['seen=>=7d', 'otherSyntax “>=” → seen=7d'],
    ['port!=>1000', 'otherSyntax “>” → port!=1000'],
    ['risk gte high', 'otherSyntax “gte” → (risk=critical or risk=high) → risk=high'],
    ['risk≠high', 'otherSyntax “≠” → risk!=high'],
    ['risk=!high', 'otherSyntax “!” → risk!=high'],
    ['seen=>7d', 'otherSyntax “>” → seen=7d'],
    ['ioc=~login', 'otherSyntax “~” → ioc=login'],
    ['-risk=high', 'unknownField “-risk” → not risk=high'],
    ['risk=“high”', 'otherSyntax ““high”” → risk=high'],
    ["threat='Kit'", "otherSyntax “'Kit'” → threat=Kit"],
    ["threat='Example Kit'", 'missingOperator “Kit\'” → threat="Example Kit"'],
    ['ioc=/login.*/', 'otherSyntax “/login.*/” → ioc=*login*'],
    ['ioc=login%', 'otherSyntax “login%” → ioc=login*'],
    ['ioc=https://a.example/%20'],
    ['risk=high // why', 'missingOperator “// why” → risk=high # why'],
    ['# @type threats\nseen=7d', 'notForThreats “seen”'],
    ['# @type threats\ntype=ip', 'notForThreats “type=ip”'],
    ['# @type threats\nname=kit* or category=phishing or port=3389'],
    ['# @type threats\n# @format stix\nname=x', 'notForThreats “stix” → # @type threats\n# @format csv\nname=x'],
    ['alias=kit', 'onlyForThreats “alias” → # @type threats\nalias=kit → threat=kit'],
    ['type == domain', 'otherSyntax “==” → type=domain'],
    ['threat !== "Example Kit"', 'otherSyntax “!==” → threat!="Example Kit"'],
    ['risk<>none', 'otherSyntax “<>” → risk!=none'],
    ['seen >= 2025-03-01', 'otherSyntax “>=” → seen=2025-03-01'],
    ['seen>=7d', 'otherSyntax “>=” → seen=7d'],
    ['added<2025-03-01', 'otherSyntax “<” → added!=2025-03-01 → added=2025-03-01'],
    ['risk>=high', 'otherSyntax “>=” → (risk=critical or risk=high) → risk=high'],
    ['risk> =high', 'otherSyntax “> =” → (risk=critical or risk=high) → risk=high'],
    [
      '(risk=high)&&!(type=ip)',
      'otherSyntax “&&” → (risk=high) and !(type=ip)',
      'otherSyntax “!” → (risk=high)&&not (type=ip)',
    ],
    ['ioc:https://a.example/?a=b', 'otherSyntax “:” → ioc="https://a.example/?a=b"'],
    ['ioc=https://a.example/?a=b&&c'],
    ['https://a.example', 'missingOperator “https://a.example” → ioc=https://a.example'],
    ['retired=yes', 'badFlag “yes” → retired=1'],
    ['ioc=10.0.0.0/8', 'network “10.0.0.0/8” → ioc=10.*'],
    ['ioc=2001:db8::/32', 'network “2001:db8::/32”'],
    ['@limit 10\nrisk=low', 'missingOperator “@limit 10” → # @limit 10\nrisk=low'],
    ['updated="last week"', 'badDate “"last week"” → updated=week → updated=7d'],
    ['seen=03/04/2025', 'badDate “03/04/2025” → seen=2025-04-03 → seen=2025-03-04'],
    ['seen=13/04/2025', 'badDate “13/04/2025” → seen=2025-04-13'],
    ['words', 'missingOperator “words”'],
    ['# @limt 5\nrisk=low', 'unknownDirective “@limt” → # @limit 5\nrisk=low'],
    ['# @alice please look\nrisk=low', 'unknownDirective “@alice”'],
    ['# @limit 1,000\nrisk=low', 'badDirective “1,000” → # @limit 1000\nrisk=low'],
    ['# @limit -5\nrisk=low', 'badDirective “-5” → # @limit 100\nrisk=low'],
    ['# @limit 50000\nrisk=low', 'limitAbovePlans “50000” → # @limit 10000\nrisk=low'],
    ['# @format cvs\nrisk=low', 'badDirective “cvs” → # @format csv\nrisk=low'],
    ['# @type\nrisk=low', 'badDirective “@type” → # @type indicators\nrisk=low → # @type threats\nrisk=low'],
    ['# @name my hunt!\nrisk=low', 'badDirective “my hunt!” → # @name my-hunt\nrisk=low'],
    ['# @limit 5\n# @limit 6\nrisk=low', 'duplicateDirective “# @limit 5” → # @limit 6\nrisk=low'],
    ['type=ip\nand risk=low # @limit 5', 'directiveAfterQuery “# @limit 5” → type=ip\n# @limit 5\nand risk=low'],
    ['# @limit 5\n###\nrisk=low', 'directiveWithoutQuery “# @limit 5”'],
    ['# @name a\nrisk=low\n###\n# @name A\nrisk=high', 'duplicateName “A”'],
    ['risk=low\r\n  ### Two\r\nand type=ip', 'indentedSeparator “### Two” → risk=low\r\n### Two\r\nand type=ip'],
    [' ### One\nrisk=low', 'indentedSeparator “### One” → ### One\nrisk=low'],
    ['### One\nrisk=low ### why\n#### more\n# ### less'],
  ];
  for (const [text, ...expected] of faults) {
    it(`diagnoses ${JSON.stringify(text)} and offers fixes`, () => assert.deepEqual(summarize(text), expected));
  }

  it('rewrites every operator of another tool into a query without errors', () => {
    const operators =
      ': == === !== ~ =~ !~ <> ≠ < <= > >= ≤ ≥ is equals eq ne lt le lte gt ge gte in like ilike contains';
    const words = ['startswith', 'endswith', 'is not', 'not in', 'not like', 'NOT CONTAINS'];
    for (const operator of [...operators.split(' '), ...words])
      for (const term of [
        `risk ${operator} high`,
        `seen ${operator} 7d`,
        `threat ${operator} Example Kit`,
        `org ${operator} "a b"`,
      ]) {
        const text = `type=ip and ${term} or type=url`;
        const codes = parseQuery(text).errors.map(({ code }) => code);
        assert.deepEqual(codes, ['otherSyntax'], text);
        const [fix] = diagnosed(text).find(({ code }) => code === 'otherSyntax')?.fixes ?? [];
        const rewritten = fixed(text, fix ?? assert.fail(text));
        assert.deepEqual(parseQuery(rewritten).errors, [], rewritten);
        assert.match(rewritten, /^type=ip and .* or type=url$/);
        assert.equal(/!|not|ne|<>|≠/i.test(operator), rewritten.includes('!='), rewritten);
      }
  });

  it('reports nothing for valid queries', () => {
    for (const text of [
      '',
      'ioc=a.example',
      'RISK=HIGH and Type!=ip',
      'risk="very low" or risk=very_low or risk=retired',
      '++anything=x and "++name server"=x and a=203.0.113.77',
      'seen=7d and not added=2025-01 and updated=2025-05-*',
      'port=443 or port=80* and retired=1',
    ])
      assert.deepEqual(summarize(text), [], text);
  });

  it('reports the right range in a later query', () => {
    const text = 'risk=high\n### Two\n# why\ntype=ip and rsik=low';
    const [only] = diagnosed(text);
    assert.equal(text.slice(only?.range.start, only?.range.end), 'rsik');
  });

  it('reports nesting that other services may reject, and nesting that no service accepts', () => {
    const nested = (levels: number, inner = 'risk=high'): string =>
      `${'(port=1 or '.repeat(levels)}${inner}${')'.repeat(levels)}`;
    assert.deepEqual(summarize(nested(60)), []);
    assert.deepEqual(summarize(`type=ip and ${nested(61)}`), ['deeplyNested “(”']);
    assert.equal(diagnosed(nested(61))[0]?.range.start, 60 * '(port=1 or '.length);
    assert.deepEqual(summarize(nested(200)), ['deeplyNested “(”']);
    assert.deepEqual(summarize(nested(201)), ['tooDeep “(”']);
    assert.deepEqual(summarize('not '.repeat(61) + 'risk=high'), ['deeplyNested “not”']);
    assert.equal(diagnosed(`type=ip\n### Two\n${nested(61)}`)[0]?.code, 'deeplyNested');
  });

  it('reports a request URL that is too long', () => {
    const query = (count: number): string =>
      Array.from({ length: count }, (_, index) => `ioc=host-${index}.a-site.example`).join(' or ');
    assert.deepEqual(summarize(query(100)), []);
    const [only] = diagnosed(query(400));
    assert.equal(only?.code, 'tooLong');
    assert.match(only.message, /8,000/);
  });
});

describe('diagnoseFile on any file', () => {
  it('reports ranges and edits within the file', () => {
    fc.assert(
      fc.property(fileText, (text) => {
        for (const { range, fixes } of diagnosed(text)) {
          assert.ok(0 <= range.start && range.start < range.end && range.end <= text.length);
          for (const { edits } of fixes) {
            let end = 0;
            for (const edit of edits) {
              assert.ok(end <= edit.range.start && edit.range.start <= edit.range.end && edit.range.end <= text.length);
              end = edit.range.end;
            }
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  // Quadratic time would exceed the timeout.
  it('takes linear time even if everything is wrong', () => {
    const lines = (line: string): string => `${line}\n`.repeat(20_000);
    for (const text of [
      lines('rsik=high or'),
      lines('### x\n# @limit'),
      lines('ioc= and ('),
      '"a '.repeat(20_000),
      '&&'.repeat(20_000),
    ]) {
      diagnosed(text);
    }
  });
});
