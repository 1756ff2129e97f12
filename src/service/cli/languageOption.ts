import { getFamily } from '../../core/indicators/detect/syntax/language';
import { type CliIo, type ParsedArgs, textOption } from './command';

/** Languages that are read as data; other data may have IDs that nobody knows. */
const dataLanguages = new Set(
  'bat css diff dockerfile dotenv hcl ignore ini json json5 jsonc less makefile powershell properties scss shellscript sql terraform toml yaml'.split(
    ' ',
  ),
);

/** The language of `--language`. Warns about one that isn't known. */
export function languageOption(given: ParsedArgs, io: Pick<CliIo, 'err'>): string | undefined {
  const id = textOption(given, 'language');
  if (id !== undefined && getFamily(id) === 'data' && !dataLanguages.has(id))
    io.err(
      `Unknown language “${id}”. Use a VS Code language ID, such as markdown or typescript. The files are read as configuration files.`,
    );
  return id;
}
