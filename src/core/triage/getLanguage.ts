/** VS Code's language ids with syntax of their own, by file extension. */
const extensions: Readonly<Record<string, string>> = {
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
  markdown: 'md markdown mdx',
};

const byExtension = new Map(
  Object.entries(extensions).flatMap(([language, list]) =>
    list.split(' ').map((extension) => [extension, language] as const),
  ),
);

/** The language of a file by its name, ignoring that it is compressed; undefined means prose or log. */
export function getLanguage(name: string): string | undefined {
  const extension = /\.([^./\\]+)$/.exec(name.toLowerCase().replace(/\.(?:gz|bz2|zst)$/, ''))?.[1];
  return extension === undefined ? undefined : byExtension.get(extension);
}
