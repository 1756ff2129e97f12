/**
 * How a language is read. `prose` and logs contain hosts as plain words. `data` (configuration, shell, unknown
 * languages) and `markup` do too, but also members and files. In `code`, hosts occur only in strings and comments.
 */
export type Family = 'prose' | 'data' | 'markup' | 'code';

/** The delimiters of comments and strings in a language of the `code` family, and of comments in `data`. */
export interface Syntax {
  readonly lineComments: readonly string[];
  readonly blockComments: readonly (readonly [string, string])[];
  /** Block comments that start only at the start of a line; '' ends with the text. */
  readonly lineBlocks?: readonly (readonly [string, string])[];
  /** Delimiters of strings that end with their line. */
  readonly strings: readonly string[];
  /** Openers of strings that can span lines (most are also the closers); longer ones first. */
  readonly longStrings: readonly string[];
  /** Whether `${…}` in a backtick string contains code. */
  readonly templates?: true;
  /** The operator of a here document: `<<<` in PHP, `<<` elsewhere. */
  readonly hereDocument?: '<<<' | '<<';
  /** Whether fences with the name of a language enclose code, which is then what counts as a string. */
  readonly fences?: true;
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

/** Documentation inside a Perl module (perlpod). */
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
  ...Object.fromEntries(
    'markdown mdx quarto rmd'
      .split(' ')
      .map((language) => [
        language,
        { lineComments: [], blockComments: [], strings: [], longStrings: [], fences: true as const },
      ]),
  ),
};

const prose = new Set(
  [
    'log plaintext markdown mdx asciidoc restructuredtext rst csv tsv csv-semicolon dynamic-csv jsonl ndjson jsonlines',
    'text email eml latex tex bibtex org textile mail git-commit scminput output terminal Log search-result explore',
    'quarto rmd txt md plain none console http ioc iocs indicators',
  ]
    .join(' ')
    .split(' '),
);
const markup = new Set(
  'html xml xhtml svg vue svelte astro handlebars razor xsl jade pug htmldjango twig blade'.split(' '),
);

/** The family of a VS Code language ID; undefined means prose or log. */
export function getFamily(languageId: string | undefined): Family {
  if (languageId === undefined || prose.has(languageId)) return 'prose';
  if (Object.hasOwn(syntaxes, languageId)) return 'code';
  return markup.has(languageId) ? 'markup' : 'data';
}

/** The comments and strings of a language in the `code` family, and the fences of Markdown; undefined for all others. */
export function getSyntax(languageId: string | undefined): Syntax | undefined {
  return languageId !== undefined && Object.hasOwn(syntaxes, languageId) ? syntaxes[languageId] : undefined;
}
