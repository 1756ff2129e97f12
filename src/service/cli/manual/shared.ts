import type { OptionDescription } from './types';

/** The name of the program. */
export const programName = 'threat-lookups';

/** The variable with the store to use without `--db`. */
export const storeVariable = 'THREAT_LOOKUPS_DB';

/** Options of all commands. */
export const commonOptions: readonly OptionDescription[] = [
  {
    name: 'json',
    text: 'Print one JSON document. Results are {"results": […], "complete": true}; complete is false if some may be missing',
  },
  { name: 'help', short: 'h', text: 'Show this help' },
];

/** Variables that all commands read. */
export const variables: readonly { readonly name: string; readonly text: string }[] = [
  { name: storeVariable, text: 'The store to use without --db' },
  { name: 'NO_COLOR', text: 'Turns off colors if set to any non-empty value' },
  {
    name: 'FORCE_COLOR',
    text: 'Turns on colors even without a terminal; 0 or false turns them off. Takes precedence over NO_COLOR',
  },
  { name: 'HTTPS_PROXY, HTTP_PROXY, NO_PROXY', text: 'Proxies for sync' },
];

/** Files that are read, with `-` for standard input. */
export const filesArgument = { synopsis: 'FILE…', isFile: true } as const;

/** Describes how commands read such files. */
export const filesParagraph =
  "“-” reads standard input. Compressed files are decompressed. Files in a ZIP or tar archive are named ARCHIVE!FILE. Skipped and partially read files are named with the reason; the exit code is 1 if a file couldn't be read completely.";

/** Describes databases as stores of commands that write. */
export const databaseParagraph =
  'For a team, the store can be a PostgreSQL database: postgres://USER:PASSWORD@HOST/DATABASE. Missing tables are created. To keep the password out of the process list, set THREAT_LOOKUPS_DB instead of passing --db.';

/** The store of a command that only reads it. */
export const readStoreOption: OptionDescription = {
  name: 'db',
  value: 'FILE',
  isFile: true,
  text: `The store, or a team's database, postgres://…; default: ${storeVariable}, or the VS Code extension's store`,
};

/** The store of a command that writes to it. */
export const writtenStoreOption: OptionDescription = {
  name: 'db',
  value: 'FILE',
  isFile: true,
  text: `The store, created with its folders if it doesn't exist; default: ${storeVariable}`,
};
