import * as vscode from 'vscode';
import type { ToolName } from '../../core/assistant';
import type { Contributions } from '../shared/commands/contributions';
import type { AssistantParts } from './assistantParts';

const tools: readonly ToolName[] = ['lookup', 'triage_file', 'query', 'record', 'export'];

/** Registers the tools for language models, and offers the MCP server if the user has enabled it. */
export function registerAssistants(contributions: Contributions, parts: () => Promise<AssistantParts>): void {
  const feature = contributions.feature({}, async () => {
    const [{ startAssistants }, given] = await Promise.all([import('./feature'), parts()]);
    return startAssistants(given);
  });
  // Other programs with the API of VS Code may lack the functions for language models.
  const lm = vscode.lm as Partial<typeof vscode.lm> | undefined;
  for (const name of tools) {
    const registered = lm?.registerTool?.(`threat-lookups_${name}`, {
      prepareInvocation: async (...call) => (await feature.load()).prepare(name, ...call),
      invoke: async (...call) => (await feature.load()).invoke(name, ...call),
    });
    if (registered !== undefined) contributions.own(registered);
  }
  const check = (): void => {
    if (vscode.workspace.getConfiguration('threatLookups').get('assistants.mcpServer') === true) feature.start();
  };
  check();
  contributions.own(vscode.workspace.onDidChangeConfiguration(check));
}
