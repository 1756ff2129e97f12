import * as vscode from 'vscode';
import type { Occurrence } from '../../core/indicators/identity/types';
import type { Lookups } from '../../core/lookups/lookups';
import type { LookupResult } from '../../core/lookups/types';
import { type Annotations, shownAnnotation } from '../shared/indicators/annotations';
import type { IndicatorTools, LoadIndicators } from '../shared/indicators/indicatorTools';
import { markdownString } from '../shared/ui';
import { occurrenceAt } from '../shared/indicators/occurrenceAt';
import { evidence } from '../shared/indicators/proseOrLog';
import { defangText } from '../shared/text/defangText';
import type { Line } from '../shared/text/safeMarkdown';
import { addedLines, hasFindings, hoverLines } from './hoverLines';
import type { HoverContext } from './hoverContext';

/** Settings of hovers: how long they wait for the service, and whether they offer to connect in code as well. */
export interface HoverSettings {
  readonly waitMillis: number;
  readonly inCode: boolean;
  /** Whether to show the rules by which an indicator was found. */
  readonly detectionRules: boolean;
  /** Whether known services that lists only list aren't highlighted. */
  readonly skipsWellKnown?: boolean;
}

/** What the hovers depend on. */
export interface HoverParts {
  readonly lookups: Lookups;
  readonly loadIndicators: LoadIndicators;
  readonly settings: () => HoverSettings;
  /** Whether a remote service is connected and the mode isn't `offline`. */
  readonly canAsk: () => boolean;
  /** Whether anything was imported or mirrored. */
  readonly hasLocalData: () => boolean;
  /** Whether scans by the local service query external sources. */
  readonly scansOutside: () => boolean;
  /** The user's notes and tags. */
  readonly annotations: Pick<Annotations, 'of'>;
  readonly now?: () => number;
}

interface HoverRequest {
  readonly document: vscode.TextDocument;
  readonly occurrence: Occurrence;
  readonly range: vscode.Range;
  readonly context: HoverContext;
}

/** Two hovers for every document: one shows local data at once, the other adds the service's answer. */
export interface HoverProviders {
  readonly local: vscode.HoverProvider;
  readonly service: vscode.HoverProvider;
}

/** Creates the hovers. */
export function createHoverProviders(parts: HoverParts): HoverProviders {
  return { local: new LocalHover(parts), service: new ServiceHover(parts) };
}

class LocalHover implements vscode.HoverProvider {
  constructor(private readonly parts: HoverParts) {}

  async provideHover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined> {
    const request = await createRequest(this.parts, document, position);
    if (request === undefined) return undefined;
    const local = this.parts.lookups.local(request.occurrence, 'hover');
    if (!isPending(local)) return hover(hoverLines(local, request.context), request.range);
    // The other hover shows the service's answer, or why there is none.
    const here: LookupResult = { ...local, notKnown: [], state: { kind: 'settled' } };
    return !hasFindings(here) ? undefined : hover(hoverLines(here, request.context), request.range);
  }
}

class ServiceHover implements vscode.HoverProvider {
  constructor(private readonly parts: HoverParts) {}

  async provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | undefined> {
    const request = await createRequest(this.parts, document, position);
    if (request === undefined || token.isCancellationRequested) return undefined;
    const before = this.parts.lookups.local(request.occurrence, 'hover');
    if (!isPending(before)) return undefined;
    const canceled = new AbortController();
    const subscription = token.onCancellationRequested(() => canceled.abort());
    try {
      const after = await this.parts.lookups.lookUp(request.occurrence, {
        reason: 'hover',
        signal: canceled.signal,
        waitMillis: this.parts.settings().waitMillis,
      });
      return canceled.signal.aborted
        ? undefined
        : hover(addedLines(before, after, { ...request.context, now: now(this.parts) }), request.range);
    } finally {
      subscription.dispose();
    }
  }
}

/** Whether a request to the service is about to be sent or under way. */
function isPending({ state }: LookupResult): boolean {
  return state.kind === 'pending';
}

async function createRequest(
  parts: HoverParts,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<HoverRequest | undefined> {
  const tools = await parts.loadIndicators();
  const withRules = parts.settings().detectionRules;
  const found = occurrenceAt(document, position, tools, withRules);
  if (found === undefined) return undefined;
  const annotation = parts.annotations.of(found.occurrence);
  const plain = hoverContext(parts, tools, document, found.range.start);
  const context =
    annotation === undefined
      ? plain
      : { ...plain, annotation: shownAnnotation(annotation, (text) => defangText(text, tools)) };
  return { document, ...found, context: withRules ? { ...context, detectionRules: found.rules } : context };
}

function hoverContext(
  parts: HoverParts,
  tools: IndicatorTools,
  document: vscode.TextDocument,
  start: vscode.Position,
): HoverContext {
  return {
    now: now(parts),
    defang: (value) => tools.defang(value),
    displayForm: (value) => tools.displayForm(value),
    canAsk: parts.canAsk(),
    scansOutside: parts.scansOutside(),
    skipsWellKnown: parts.settings().skipsWellKnown === true,
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
