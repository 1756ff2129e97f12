import { getFamily } from '../../core/indicators/detect/syntax/language';
import { type ParsedArgs, textOption, UsageError } from './command';

/** Known languages that are read as data, like all others that aren't in a family. */
const dataLanguages = new Set(
  [
    'abap bat d diff dockercompose dockerfile dotenv git-rebase graphql haml hcl ignore ini json json5 jsonc',
    'juliamarkdown kusto makefile nginx ocaml pascal powershell properties shaderlab shellscript slim snippets',
    'terraform toml vue-html yaml',
  ]
    .join(' ')
    .split(' '),
);

/** The language of `--language`. Throws a UsageError for one that isn't known: it may be mistyped. */
export function languageOption(given: ParsedArgs): string | undefined {
  const id = textOption(given, 'language');
  if (id !== undefined && getFamily(id) === 'data' && !dataLanguages.has(id))
    throw new UsageError(
      `Unknown language “${id}”. Use a VS Code language ID, such as log, markdown, html, typescript, or shellscript. For other configuration files, use yaml`,
    );
  return id;
}
