import * as vscode from 'vscode';
import { getWrapper } from '../../core/indicators/detect/encoded/wrappers';
import type { Occurrence } from '../../core/indicators/identity/types';
import type { Lookups } from '../../core/lookups/lookups';
import type { LookupResult } from '../../core/lookups/types';
import { readLargeLogUri } from '../shared/files/largeLogUri';
import type { ReadSeenBefore } from '../shared/indicators/seenBefore';
import { type Annotations, shownAnnotation } from '../shared/indicators/annotations';
import type { IndicatorTools, LoadIndicators } from '../shared/indicators/indicatorTools';
import { markdownString } from '../shared/ui';
import { occurrenceAt } from '../shared/indicators/occurrenceAt';
import { evidence } from '../shared/indicators/proseOrLog';
import { defangText } from '../../core/indicators/identity/defangText';
import type { Line } from '../shared/text/safeMarkdown';
import { addedLines, hasFindings, hoverLines, isInKnownLink } from './hoverLines';
import type { HoverContext } from './hoverContext';

/** Settings of hovers: how long they wait for the service, and whether they offer to connect in code as well. */
interface HoverSettings {
  readonly waitMillis: number;
  readonly inCode: boolean;
  /** Whether to show the detection rules that found an indicator. */
  readonly detectionRules: boolean;
  /** Whether known services reported only by lists aren't highlighted. */
  readonly skipsWellKnown?: boolean;
}

/** Dependencies of the hovers. */
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
  readonly seenBefore: ReadSeenBefore;
  readonly now?: () => number;
}

/** The indicator at the pointer, and local data about it. */
interface HoverRequest {
  readonly occurrence: Occurrence;
  readonly range: vscode.Range;
  readonly context: HoverContext;
  /** From memory and store. */
  readonly local: LookupResult;
}

/** Two hovers for every document: one shows local data immediately, the other adds the service's answer. */
export interface HoverProviders {
  readonly local: vscode.HoverProvider;
  readonly service: vscode.HoverProvider;
}

/** Creates the hovers. VS Code asks both for the same position: the second one reuses the data of the first. */
export function createHoverProviders(parts: HoverParts): HoverProviders {
  let unshared: Asked | undefined;
  const ask = (by: Asked['by'], document: vscode.TextDocument, position: vscode.Position): Asked['request'] => {
    const other = unshared;
    unshared = undefined;
    if (
      other !== undefined &&
      other.by !== by &&
      other.document === document &&
      other.version === document.version &&
      other.position.isEqual(position)
    )
      return other.request;
    const request = readRequest(parts, document, position);
    unshared = { by, document, version: document.version, position, request };
    return request;
  };
  return {
    local: {
      provideHover: async (document, position) => {
        const request = await ask('local', document, position);
        return request && localHover(request);
      },
    },
    service: {
      provideHover: async (document, position, token) => {
        const request = await ask('service', document, position);
        return request === undefined || token.isCancellationRequested ? undefined : serviceHover(parts, request, token);
      },
    },
  };
}

/** A request that one of the providers has read. */
interface Asked {
  readonly by: keyof HoverProviders;
  readonly document: vscode.TextDocument;
  readonly version: number;
  readonly position: vscode.Position;
  readonly request: Promise<HoverRequest | undefined>;
}

function localHover({ local, context, range }: HoverRequest): vscode.Hover | undefined {
  if (!isPending(local)) return hover(hoverLines(local, context), range);
  // The other hover shows the service's answer, or why it has none.
  const here: LookupResult = { ...local, notFound: [], state: { kind: 'settled' } };
  return hasFindings(here) || isInKnownLink(context) ? hover(hoverLines(here, context), range) : undefined;
}

async function serviceHover(
  parts: HoverParts,
  { occurrence, local, context, range }: HoverRequest,
  token: vscode.CancellationToken,
): Promise<vscode.Hover | undefined> {
  if (!isPending(local)) return undefined;
  const canceled = new AbortController();
  const subscription = token.onCancellationRequested(() => canceled.abort());
  try {
    const after = await parts.lookups.lookUp(occurrence, {
      reason: 'hover',
      signal: canceled.signal,
      waitMillis: parts.settings().waitMillis,
    });
    return canceled.signal.aborted
      ? undefined
      : hover(addedLines(local, after, { ...context, now: now(parts) }), range);
  } finally {
    subscription.dispose();
  }
}

/** Whether a request to the service is about to be sent or under way. */
function isPending({ state }: LookupResult): boolean {
  return state.kind === 'pending';
}

async function readRequest(
  parts: HoverParts,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<HoverRequest | undefined> {
  const tools = await parts.loadIndicators();
  const withRules = parts.settings().detectionRules;
  const found = occurrenceAt(document, position, tools, withRules);
  if (found === undefined) return undefined;
  const { occurrence, range } = found;
  const annotation = parts.annotations.of(occurrence);
  const key = tools.lookupKey(occurrence);
  // The hovered file itself doesn't count as seen before.
  const file = readLargeLogUri(document.uri)?.source.file ?? document.uri;
  const context: HoverContext = {
    ...hoverContext(parts, tools, document, range.start),
    links: found.links.map((link) => ({
      indicator: link,
      wrapper: getWrapper(link.value),
      known: parts.lookups.local(link, 'hover').known,
    })),
    annotation: annotation && shownAnnotation(annotation, (text) => defangText(text, tools)),
    seenBefore: parts.seenBefore([key], [file.toString()]).get(key),
    detectionRules: withRules ? found.rules : undefined,
  };
  return { occurrence, range, context, local: parts.lookups.local(occurrence, 'hover') };
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
    defangText: (text) => defangText(text, tools),
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
