// The MCP server that the extension offers to agents: the command `mcp` alone. Wiring only.
import { fileURLToPath } from 'node:url';
import { runMcp } from './service/cli/mcpProgram';
import { runProgram } from './service/cli/program';

runProgram(runMcp, fileURLToPath(new URL('finder.mjs', import.meta.url)));
