import * as vscode from 'vscode';
import type { Disposable } from '../shared/commands/lazyFeature';
import type { AssistantParts } from './assistantParts';
import { openFolders } from './ports';

/** The name of the server in lists of VS Code, which isn't translated. */
const label = 'Threat Lookups';

/** Offers the MCP server to agents in VS Code while the user has enabled it. */
export function offerMcpServer(parts: AssistantParts): Disposable {
  const { settings, worker } = parts;
  const changed = new vscode.EventEmitter<void>();
  // Other programs with the API of VS Code may lack it.
  const lm: Partial<typeof vscode.lm> = vscode.lm;
  const registered = lm.registerMcpServerDefinitionProvider?.('threatLookups.mcp', {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: async () => {
      if (!settings.current().assistants.mcpServer) return [];
      // Creates the local store, which the server doesn't.
      await worker.sourceList();
      return [mcpServer(parts)];
    },
  });
  const listening = [
    vscode.workspace.onDidChangeWorkspaceFolders(() => changed.fire()),
    settings.onChanged(({ now, before }) => {
      if (now.assistants.mcpServer !== before.assistants.mcpServer) changed.fire();
    }),
  ];
  return vscode.Disposable.from(changed, ...listening, ...(registered === undefined ? [] : [registered]));
}

/** The server, run by the Node.js of VS Code. It reads the local store and files in the open folders. */
function mcpServer({ extensionUri, storeFile, version }: AssistantParts): vscode.McpStdioServerDefinition {
  const program = vscode.Uri.joinPath(extensionUri, 'dist', 'mcp.mjs').fsPath;
  const roots = openFolders().flatMap((folder) => ['--root', folder]);
  const args = [program, '--db', storeFile, ...roots];
  return new vscode.McpStdioServerDefinition(label, process.execPath, args, { ELECTRON_RUN_AS_NODE: '1' }, version);
}
