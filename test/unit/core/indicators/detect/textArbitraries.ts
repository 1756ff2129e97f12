import * as fc from 'fast-check';

const words = [
  ...['a-site.com', 'b[.]c-site[.]net', '192.0.2.1', '198[.]51[.]100[.]7', '2001:db8::1', 'x.test', 'v1.2.3.4'],
  ...['http://a-site.com/x?y=z', 'hxxps[:]//d-site[.]org', 'e dot f-site dot com', 'g [.] h-site [.] com'],
  ...[
    '.',
    '[.]',
    '(dot)',
    ':',
    '://',
    '@',
    '\\',
    '\\n',
    '/',
    '-',
    '_',
    ' ',
    '  ',
    '\t',
    'version ',
    'from ',
    'import ',
  ],
  ...['(', ')', '[', ']', '<', '>', '|', ',', ';', '*', '#', '$', 'com', 'abc', '12', 'ü', '后', '😀', '\u2028'],
];
const quotes = [
  '"',
  "'",
  '`',
  '```',
  '~~~',
  '"""',
  "'''",
  '/*',
  '*/',
  '//',
  '--',
  '#',
  '\\',
  '"\\',
  '= /',
  '${',
  '{',
  '}',
  '<<~END',
  '<<<END',
  'END',
  '@"',
  'R"(',
  ')"',
  '[[',
  ']]',
  'r#"',
  '"#',
];
/** A line that mail wraps after 74 characters inside a URL. */
const broken = `http://a-site.com/${'p'.repeat(56)}=`;

/** A line of a report, a log, or code, without its line end. */
export const line: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.array(fc.constantFrom(...words, ...quotes), { maxLength: 12 }).map((all) => all.join('')),
  },
  { weight: 2, arbitrary: fc.constantFrom(...words, ...words.map((word) => `"${word}"`), ...quotes) },
  { weight: 1, arbitrary: fc.constantFrom(broken, `${'q'.repeat(73)}=`, 'rest.html more', '') },
  { weight: 1, arbitrary: fc.nat(600).map((count) => `${'long '.repeat(count)}k-site.com`) },
);

export const languages = fc.constantFrom(
  ...[undefined, 'log', 'markdown', 'csv', 'asciidoc', 'json', 'html', 'nonesuch'],
  ...['typescript', 'python', 'css', 'lua', 'rust', 'sql', 'csharp', 'cpp', 'ruby', 'php'],
);
