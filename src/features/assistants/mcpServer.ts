import * as vscode from 'vscode';
import type { AssistantParts } from './assistantParts';
import { openFolders } from './ports';

/** The name of the server in lists of VS Code, a name that isn't translated. */
const label = 'Threat Lookups';

/** The MCP server, run by the Node.js of VS Code. It reads the local store and files in the open folders. */
export function mcpServer({
  extensionUri,
  storeFile,
  version,
}: Pick<AssistantParts, 'extensionUri' | 'storeFile' | 'version'>): vscode.McpStdioServerDefinition {
  const program = vscode.Uri.joinPath(extensionUri, 'dist', 'mcp.mjs').fsPath;
  const roots = openFolders().flatMap((folder) => ['--root', folder]);
  const args = [program, '--db', storeFile, ...roots];
  return new vscode.McpStdioServerDefinition(label, process.execPath, args, { ELECTRON_RUN_AS_NODE: '1' }, version);
}
