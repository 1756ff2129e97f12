import * as vscode from 'vscode';
import {
  type AssistantPorts,
  failedAnswer,
  lookUpConfirmed,
  lookupIndicators,
  planServiceLookup,
  runTool,
  type ToolName,
} from '../../core/assistant';
import { errorDetails } from '../shared/text/errorDetails';
import { markdownString } from '../shared/ui';
import type { AssistantParts } from './assistantParts';
import { Confirmations, confirmationMessages } from './confirmations';
import { offerMcpServer } from './mcpServerDefinition';
import { storePorts } from './ports';
import { uiText } from '../shared/ui/text';

interface ToolCall {
  readonly input: unknown;
}

/** The tools, as VS Code calls them. */
export interface Assistants {
  prepare(name: ToolName, call: ToolCall, token: vscode.CancellationToken): Promise<vscode.PreparedToolInvocation>;
  invoke(name: ToolName, call: ToolCall, token: vscode.CancellationToken): Promise<vscode.LanguageModelToolResult>;
  dispose(): unknown;
}

/**
 * The tools for language models. They read the local store. Only `lookup` may send something: in mode `automatic`, what the
 * local store doesn't know, and no more than the question before the call listed. Also offers the MCP server.
 */
export function startAssistants(parts: AssistantParts): Assistants {
  const { lookups, mode, output } = parts;
  const confirmations = new Confirmations();
  const ports = storePorts(parts);
  const offered = offerMcpServer(parts);
  const service = { lookups, mode, assess: ports.assess };
  const portsFor = (name: ToolName, input: unknown): AssistantPorts => {
    if (name !== 'lookup') return ports;
    const confirmed = confirmations.take(input);
    return { ...ports, lookUp: (indicators, signal) => lookUpConfirmed(indicators, confirmed, service, signal) };
  };
  return {
    prepare: (name, { input }, token) =>
      withSignal(token, async (signal) => {
        const invocationMessage = {
          lookup: () => uiText('Looking up indicators'),
          triage_file: () => uiText('Searching a file for indicators'),
          query: () => uiText('Querying the local store'),
          record: () => uiText('Reading a record'),
          export: () => uiText('Exporting indicators'),
        }[name]();
        if (name !== 'lookup') return { invocationMessage };
        confirmations.set(input, undefined);
        // The call itself reports what fails here.
        const planned = planServiceLookup(lookupIndicators(input), service, signal).catch(() => undefined);
        const plan = await planned;
        if (plan === undefined || signal.aborted) return { invocationMessage };
        confirmations.set(input, { address: plan.address, values: new Set(plan.values) });
        return { invocationMessage, confirmationMessages: confirmationMessages(plan, markdownString) };
      }),
    invoke: (name, { input }, token) =>
      withSignal(token, async (signal) => {
        try {
          const { text } = await runTool(name, input, portsFor(name, input), signal);
          return resultOf(text);
        } catch (error) {
          if (signal.aborted) throw new vscode.CancellationError();
          output.error(`The tool ${name} failed: ${errorDetails(error)}`);
          return resultOf(failedAnswer());
        }
      }),
    dispose: () => offered.dispose(),
  };
}

function resultOf(text: string): vscode.LanguageModelToolResult {
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
}

/** Runs work with a signal that is aborted when the token is canceled. */
async function withSignal<T>(token: vscode.CancellationToken, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const listening = token.onCancellationRequested(() => controller.abort());
  if (token.isCancellationRequested) controller.abort();
  try {
    return await work(controller.signal);
  } finally {
    listening.dispose();
  }
}
