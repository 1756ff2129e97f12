import { readStoreOption } from './shared';
import type { CommandDescription } from './types';

export const mcpDescription: CommandDescription = {
  name: 'mcp',
  summary: 'Serve a store to AI assistants with the Model Context Protocol (MCP)',
  paragraphs: [
    'Assistants start it and communicate over standard input and output. It offers the tools lookup, triage_file, query, record, and export, see docs/guide/assistants.md.',
    'The exit code is 2 if a folder of --root is missing or is a file.',
    'All answers come from the store. Nothing is sent or written.',
  ],
  options: [
    readStoreOption,
    {
      name: 'root',
      value: 'FOLDER',
      isFile: true,
      multiple: true,
      text: 'A folder that triage_file may read, with its subfolders; repeatable. Symbolic links to other folders are refused. Default: none',
    },
  ],
  json: 'the same. Standard output has only messages of the protocol, one JSON document per line.',
  examples: ['mcp --db store.sqlite', 'mcp --root ~/cases'],
};
