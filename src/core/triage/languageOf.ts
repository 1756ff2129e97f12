/** VS Code's ids of languages that are read otherwise than prose and logs, by the endings of their files. */
const endings: Readonly<Record<string, string>> = {
  javascript: 'js mjs cjs',
  javascriptreact: 'jsx',
  typescript: 'ts mts cts',
  typescriptreact: 'tsx',
  python: 'py pyw',
  php: 'php phtml',
  html: 'html htm xhtml hta',
  xml: 'xml svg xsl config csproj plist',
  css: 'css',
  scss: 'scss',
  less: 'less',
  json: 'json stix webmanifest',
  yaml: 'yaml yml',
  ini: 'ini conf cfg properties toml',
  shellscript: 'sh bash zsh',
  powershell: 'ps1 psm1 psd1',
  bat: 'bat cmd',
  ruby: 'rb',
  perl: 'pl pm',
  lua: 'lua',
  sql: 'sql',
  go: 'go',
  rust: 'rs',
  c: 'c h',
  cpp: 'cpp cc cxx hpp',
  csharp: 'cs',
  java: 'java',
  kotlin: 'kt',
  swift: 'swift',
  vb: 'vb vbs bas',
  vue: 'vue',
};

const byEnding = new Map(
  Object.entries(endings).flatMap(([language, list]) => list.split(' ').map((ending) => [ending, language] as const)),
);

/** The language of a file that is not open, by its name; undefined means prose or log. `.gz` behind the ending is no matter. */
export function languageOf(name: string): string | undefined {
  const ending = /\.([^./\\]+)$/.exec(name.toLowerCase().replace(/\.gz$/, ''))?.[1];
  return ending === undefined ? undefined : byEnding.get(ending);
}
