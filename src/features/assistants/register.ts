import * as vscode from 'vscode';
import type { ToolName } from '../../core/assistant';
import type { Contributions } from '../shared/commands/contributions';
import type { AssistantParts } from './assistantParts';
import type { Assistants } from './feature';

const setting = 'assistants.mcpServer';
const tools: readonly ToolName[] = ['lookup', 'triage_file', 'query', 'record', 'export'];

/** Other programs with the API of VS Code may lack the functions for language models. */
const lm: Partial<typeof vscode.lm> | undefined = vscode.lm;

/** Registers the tools for language models, and the MCP server for agents. */
export function registerAssistants(contributions: Contributions, parts: () => Promise<AssistantParts>): void {
  const feature = contributions.feature({}, async () => {
    const [{ startAssistants }, given] = await Promise.all([import('./feature'), parts()]);
    return startAssistants(given);
  });
  for (const name of tools) {
    const registered = lm?.registerTool?.(`threat-lookups_${name}`, {
      prepareInvocation: async (options, token) => (await feature.load()).prepare(name, options, token),
      invoke: async (options, token) => (await feature.load()).invoke(name, options, token),
    });
    if (registered !== undefined) contributions.own(registered);
  }
  registerMcpServer(contributions, feature.load);
}

/** VS Code asks for servers when it starts, which must not load anything where the setting is off. */
function registerMcpServer(contributions: Contributions, load: () => Promise<Assistants>): void {
  const changed = new vscode.EventEmitter<void>();
  const registered = lm?.registerMcpServerDefinitionProvider?.('threatLookups.mcp', {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: async () => (isMcpServerEnabled() ? (await load()).mcpServers() : []),
    resolveMcpServerDefinition: async (server) => {
      if (isMcpServerEnabled()) await (await load()).prepareMcpServer();
      return server;
    },
  });
  if (registered === undefined) return;
  contributions.own(
    ...[registered, changed],
    vscode.workspace.onDidChangeWorkspaceFolders(() => changed.fire()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`threatLookups.${setting}`)) changed.fire();
    }),
  );
}

/** Read without the code of settings: only the user's own value counts. */
function isMcpServerEnabled(): boolean {
  return vscode.workspace.getConfiguration('threatLookups').inspect(setting)?.globalValue === true;
}
