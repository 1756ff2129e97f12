import { readStoreOption } from './shared';
import type { CommandDescription } from './types';

export const mcpDescription: CommandDescription = {
  name: 'mcp',
  summary: 'Serve a store to AI assistants with the Model Context Protocol (MCP)',
  paragraphs: [
    'Assistants start it, and communicate with it over standard input and output until one of them closes. It offers five tools: lookup, triage_file, query, record, and export. See docs/guide/assistants.md.',
    'The exit code is 2 if a folder of --root is missing or is a file.',
    'All answers come from the store. No service is queried, nothing is sent, and nothing is written.',
  ],
  options: [
    readStoreOption,
    {
      name: 'root',
      value: 'FOLDER',
      isFile: true,
      multiple: true,
      text: 'A folder whose files the tool triage_file may read, with its subfolders; repeatable. Symbolic links to other folders are refused. Default: no file is read',
    },
  ],
  json: 'the same. Standard output has only messages of the protocol, one JSON document per line.',
  examples: ['mcp --db store.sqlite', 'mcp --root ~/cases'],
};
