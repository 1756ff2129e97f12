import * as vscode from 'vscode';
import { delay } from '../../core/api/waiting';
import type { Occurrence } from '../../core/indicators/types';
import type { Lookups } from '../../core/lookups/lookups';
import type { LookupResult } from '../../core/lookups/types';
import type { IndicatorTools, LoadIndicators } from '../common/indicatorTools';
import { markdownString } from '../common/ui';
import { occurrenceAt } from '../common/occurrenceAt';
import { evidence } from '../common/proseOrLog';
import type { Line } from '../common/safeMarkdown';
import { addedLines, hoverLines } from './hoverLines';
import type { HoverContext } from './hoverContext';

/** The settings that hovers obey: how long they wait for the service, and whether they offer to connect in code, too. */
export interface HoverSettings {
  readonly waitMillis: number;
  readonly inCode: boolean;
}

/** What the hovers are handed. */
export interface HoverParts {
  readonly lookups: Lookups;
  readonly loadIndicators: LoadIndicators;
  readonly settings: () => HoverSettings;
  /** Whether a remote service is there to be asked, and the mode is not `offline`. */
  readonly canAsk: () => boolean;
  /** Whether anything was imported or mirrored. */
  readonly hasLocalData: () => boolean;
  /** Whether scans of this machine's own service look outside. */
  readonly scansOutside: () => boolean;
  readonly now?: () => number;
}

/** A hover waits no longer for what is here. */
const busyMillis = 1_000;

interface HoverRequest {
  readonly document: vscode.TextDocument;
  readonly occurrence: Occurrence;
  readonly range: vscode.Range;
  readonly context: HoverContext;
}

/**
 * Registers the two hovers for every document: one shows at once what is known here, the other follows with what the
 * service adds.
 */
export function registerHover(parts: HoverParts): vscode.Disposable {
  const everything: vscode.DocumentSelector = [{ scheme: '*' }, { notebookType: '*' }];
  // The provider registered last stands first.
  return vscode.Disposable.from(
    vscode.languages.registerHoverProvider(everything, new ServiceHover(parts)),
    vscode.languages.registerHoverProvider(everything, new LocalHover(parts)),
  );
}

class LocalHover implements vscode.HoverProvider {
  constructor(private readonly parts: HoverParts) {}

  async provideHover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined> {
    const asked = await ask(this.parts, document, position);
    if (asked === undefined) return undefined;
    await ready(this.parts, asked);
    const local = this.parts.lookups.local(asked.occurrence, 'hover');
    if (!isPending(local)) return hover(hoverLines(local, asked.context), asked.range);
    // What the service adds or why it does not is the other hover's to say.
    const here: LookupResult = { ...local, notKnown: [], state: { kind: 'settled' } };
    return here.known.length === 0 ? undefined : hover(hoverLines(here, asked.context), asked.range);
  }
}

class ServiceHover implements vscode.HoverProvider {
  constructor(private readonly parts: HoverParts) {}

  async provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | undefined> {
    const asked = await ask(this.parts, document, position);
    if (asked === undefined || token.isCancellationRequested) return undefined;
    await ready(this.parts, asked);
    const before = this.parts.lookups.local(asked.occurrence, 'hover');
    if (!isPending(before)) return undefined;
    const canceled = new AbortController();
    const subscription = token.onCancellationRequested(() => canceled.abort());
    try {
      const after = await this.parts.lookups.lookUp(asked.occurrence, {
        reason: 'hover',
        signal: canceled.signal,
        waitMillis: this.parts.settings().waitMillis,
      });
      return canceled.signal.aborted
        ? undefined
        : hover(addedLines(before, after, { ...asked.context, now: now(this.parts) }), asked.range);
    } finally {
      subscription.dispose();
    }
  }
}

/** Lets what a mirror has not taken in yet come first; should the store be busy with something else, the hover does not wait. */
async function ready({ lookups }: HoverParts, { occurrence }: HoverRequest): Promise<void> {
  const coming = lookups.ready([occurrence]);
  if (coming !== undefined) await Promise.race([coming, delay(busyMillis)]);
}

/** Whether the local answer is not the last word: the service is (about to be) asked. */
function isPending({ state }: LookupResult): boolean {
  return state.kind === 'pending';
}

async function ask(
  parts: HoverParts,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<HoverRequest | undefined> {
  const tools = await parts.loadIndicators();
  const found = occurrenceAt(document, position, tools);
  if (found === undefined) return undefined;
  return { document, ...found, context: hoverContext(parts, tools, document, found.range.start) };
}

function hoverContext(
  parts: HoverParts,
  tools: IndicatorTools,
  document: vscode.TextDocument,
  start: vscode.Position,
): HoverContext {
  return {
    now: now(parts),
    dates: { locale: vscode.env.language },
    defang: (value) => tools.defang(value),
    displayForm: (value) => tools.displayForm(value),
    canAsk: parts.canAsk(),
    scansOutside: parts.scansOutside(),
    at: { uri: document.uri.toString(), line: start.line, character: start.character },
    offerSample: !parts.hasLocalData(),
    offerService: parts.settings().inCode || evidence(document.languageId),
  };
}

function now(parts: HoverParts): number {
  return (parts.now ?? Date.now)();
}

function hover(lines: readonly Line[], range: vscode.Range): vscode.Hover | undefined {
  return lines.length === 0 ? undefined : new vscode.Hover(markdownString(lines), range);
}
