import { readStoreOption } from './shared';
import type { CommandDescription } from './types';

export const mcpDescription: CommandDescription = {
  name: 'mcp',
  summary: 'Serve a store to AI assistants with the Model Context Protocol (MCP)',
  paragraphs: [
    'Serves a store to AI assistants, which start the server and communicate with it over standard input and output. The tools are lookup, triage_file, query, record, and export. They only read the store; nothing is sent or written.',
    'The exit code is 2 if a --root folder is missing or is a file.',
  ],
  options: [
    readStoreOption,
    {
      name: 'root',
      value: 'FOLDER',
      isFile: true,
      multiple: true,
      text: 'A folder that triage_file may read, with its subfolders; repeatable; default: none. Symbolic links to other folders are refused',
    },
  ],
  jsonText: 'No effect: standard output is always JSON',
  json: 'the same. Standard output has only messages of the protocol, one JSON document per line.',
  examples: ['mcp --db store.sqlite', 'mcp --root ~/cases'],
};
