/**
 * How a language is read: `prose` and logs name hosts freely; `data` (configuration, shell, unknown languages) and
 * `markup` hold them as plain words, but members and files, too; in `code` only strings and comments name hosts.
 */
export type Family = 'prose' | 'data' | 'markup' | 'code';

/** What begins and ends comments and strings in a language of the `code` family, and comments in `data`. */
export interface Syntax {
  readonly lineComments: readonly string[];
  readonly blockComments: readonly (readonly [string, string])[];
  /** The same, at the beginning of a line alone; '' ends with the text. */
  readonly lineBlocks?: readonly (readonly [string, string])[];
  /** Delimiters of strings that end with their line. */
  readonly strings: readonly string[];
  /** What begins strings that may run over lines, and ends most of them; longer ones first. */
  readonly longStrings: readonly string[];
  /** Whether `${…}` in a string of backticks holds code again. */
  readonly templates?: true;
  /** What begins a here document: `<<<` in PHP, `<<` elsewhere. */
  readonly hereDocument?: '<<<' | '<<';
}

const slashes: Syntax = {
  lineComments: ['//'],
  blockComments: [['/*', '*/']],
  strings: ['"', "'"],
  longStrings: ['"""', '`'],
};
const hash: Syntax = { lineComments: ['#'], blockComments: [], strings: ['"', "'"], longStrings: ['"""', "'''"] };
const dashes: Syntax = { lineComments: ['--'], blockComments: [['/*', '*/']], strings: ['"', "'"], longStrings: [] };
const css: Syntax = { lineComments: [], blockComments: [['/*', '*/']], strings: ['"', "'"], longStrings: [] };

/** The manual within a module of Perl (perlpod). */
const perlManual = [
  ...['=head', '=pod', '=item', '=over', '=begin', '=for', '=encoding'].map((opener) => [opener, '\n=cut'] as const),
  ['__END__', ''] as const,
];

const syntaxes: Readonly<Record<string, Syntax>> = {
  ...Object.fromEntries(
    [
      'c cpp cuda-cpp csharp dart go groovy java javascript javascriptreact kotlin objective-c objective-cpp php',
      'rust scala solidity swift typescript typescriptreact zig hlsl glsl proto vala',
    ]
      .join(' ')
      .split(' ')
      .map((language) => [language, slashes]),
  ),
  ...Object.fromEntries(
    'python ruby perl perl6 raku r julia elixir coffeescript nim crystal cython'
      .split(' ')
      .map((language) => [language, hash]),
  ),
  ...Object.fromEntries('sql lua haskell elm ada vhdl plsql'.split(' ').map((language) => [language, dashes])),
  ...Object.fromEntries('css scss less sass stylus'.split(' ').map((language) => [language, css])),
  ...Object.fromEntries(
    'javascript javascriptreact typescript typescriptreact'
      .split(' ')
      .map((language) => [language, { ...slashes, templates: true as const }]),
  ),
  crystal: { ...hash, hereDocument: '<<' },
  ruby: { ...hash, lineBlocks: [['=begin', '\n=end']], hereDocument: '<<' },
  perl: { ...hash, lineBlocks: perlManual, hereDocument: '<<' },
  scss: { ...css, lineComments: ['//'] },
  less: { ...css, lineComments: ['//'] },
  php: { ...slashes, lineComments: ['//', '#'], hereDocument: '<<<' },
  lua: { ...dashes, blockComments: [['--[[', ']]']], longStrings: ['[['] },
  haskell: { ...dashes, blockComments: [['{-', '-}']], strings: ['"'] },
  rust: { ...slashes, strings: [], longStrings: ['r#"', 'r"', '"'] },
  csharp: { ...slashes, longStrings: ['$@"', '@$"', '"""', '@"'] },
  cpp: { ...slashes, longStrings: ['R"('] },
  c: { ...slashes, longStrings: [] },
  fsharp: { ...slashes, blockComments: [['(*', '*)']], strings: ['"'] },
  clojure: { lineComments: [';'], blockComments: [], strings: [], longStrings: ['"'] },
  vb: { lineComments: ["'"], blockComments: [], strings: ['"'], longStrings: [] },
  erlang: { lineComments: ['%'], blockComments: [], strings: ['"', "'"], longStrings: [] },
  matlab: { lineComments: ['%'], blockComments: [], strings: ['"', "'"], longStrings: [] },
};

const prose = new Set(
  [
    'log plaintext markdown mdx asciidoc restructuredtext rst csv tsv csv-semicolon dynamic-csv jsonl ndjson jsonlines',
    'text email eml latex tex bibtex org textile mail git-commit scminput output terminal Log search-result explore',
  ]
    .join(' ')
    .split(' '),
);
const markup = new Set(
  'html xml xhtml svg vue svelte astro handlebars razor xsl jade pug htmldjango twig blade'.split(' '),
);

/** How VS Code's language id is read; absent means prose or log. */
export function familyOf(languageId: string | undefined): Family {
  if (languageId === undefined || prose.has(languageId)) return 'prose';
  if (Object.hasOwn(syntaxes, languageId)) return 'code';
  return markup.has(languageId) ? 'markup' : 'data';
}

/** Comments and strings of a language of the family `code`; undefined for all others. */
export function syntaxOf(languageId: string | undefined): Syntax | undefined {
  return languageId !== undefined && Object.hasOwn(syntaxes, languageId) ? syntaxes[languageId] : undefined;
}
