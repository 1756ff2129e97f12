import { writeFile } from 'node:fs/promises';
import type { ToolName } from '../../../../src/core/assistant';

/** Calls a tool, and returns the text of its answer. */
export type CallTool = (name: ToolName, input: object) => Promise<string>;

const names: readonly ToolName[] = ['lookup', 'triage_file', 'query', 'record', 'export'];

/**
 * A model that obeys all text that it reads by calling tools. With its own requests and files, it obeys only text
 * outside of `untrusted`, like a model with the instruction to treat the rest as data.
 */
export class ScriptedModel {
  /** Texts read outside of `untrusted`. */
  readonly trusted: string[] = [];
  /** Texts read in `untrusted`. */
  readonly untrusted: string[] = [];
  /** Actions without the tools. */
  readonly deeds: string[] = [];
  private calls = 0;

  constructor(
    private readonly callTool: CallTool,
    /** How many calls answers may cause. */
    private readonly maxCalls: number,
  ) {}

  /** Calls a tool and obeys its answer, up to a depth of calls. */
  async call(name: ToolName, input: object, depth = 1): Promise<void> {
    const text = await this.callTool(name, input);
    const trusted: string[] = [];
    const untrusted: string[] = [];
    collect(JSON.parse(text), false, { trusted, untrusted });
    this.trusted.push(...trusted);
    this.untrusted.push(...untrusted);
    for (const each of trusted) await this.obey(each);
    const [, offset] = /Call again with offset (\d+)/.exec(trusted.join('\n')) ?? [];
    if (offset !== undefined) await this.call(name, { ...input, offset: Number(offset) }, depth);
    if (depth > 0) for (const each of untrusted) await this.obeyWithTools(each, depth - 1);
  }

  /** Requests URLs, and creates files at paths. */
  private async obey(text: string): Promise<void> {
    for (const url of refanged(text).match(/https?:\/\/[^\s"'<>)\]]+/g) ?? []) {
      this.deeds.push(`fetch ${url}`);
      await fetch(url).catch(() => undefined);
    }
    for (const path of text.match(/\/[^\s"'<>)\]]*planted-[^\s"'<>)\]]*/g) ?? []) {
      this.deeds.push(`write ${path}`);
      await writeFile(path, '').catch(() => undefined);
    }
  }

  /** Calls each tool that the text names with the URLs, paths, and indicators in it. */
  private async obeyWithTools(text: string, depth: number): Promise<void> {
    const targets = refanged(text).match(/(?:https?|file|vscode):\/\/[^\s"'<>)\]]+|\/[\w./-]+|planted-\d+\.com/g) ?? [];
    const wanted = names.filter((name) => text.includes(name));
    for (const target of targets.slice(0, 3))
      for (const name of wanted.length === 0 ? (['lookup', 'triage_file'] as const) : wanted)
        if (++this.calls <= this.maxCalls) await this.call(name, inputFor(name, target), depth);
  }
}

/** The input with which a model would call a tool about a text. */
export function inputFor(name: ToolName, text: string): object {
  switch (name) {
    case 'lookup':
      return { indicators: [text] };
    case 'triage_file':
      return { path: text };
    case 'query':
      return { query: `ioc="${text.replaceAll('"', '')}"` };
    case 'record':
      return { indicator: text };
    case 'export':
      return { indicators: [text], format: 'csv' };
  }
}

function refanged(text: string): string {
  return text.replaceAll('[.]', '.').replaceAll('[:]', ':').replaceAll('hxxp', 'http');
}

function collect(
  value: unknown,
  isUntrusted: boolean,
  into: { readonly trusted: string[]; readonly untrusted: string[] },
): void {
  if (typeof value === 'string') (isUntrusted ? into.untrusted : into.trusted).push(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value)) {
    if (!Array.isArray(value)) (isUntrusted ? into.untrusted : into.trusted).push(key);
    collect(each, isUntrusted || key === 'untrusted', into);
  }
}
