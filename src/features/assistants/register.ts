import * as vscode from 'vscode';
import type { ToolName } from '../../core/assistant';
import type { Contributions } from '../shared/commands/contributions';
import type { AssistantParts } from './assistantParts';

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
}
