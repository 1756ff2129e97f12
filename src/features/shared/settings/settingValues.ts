import type { LookupSettings } from '../../../core/lookups/options';
import { planNames, type PlanName } from '../../../core/lookups/batchLimit';
import type { HistoryLimits } from '../../../core/runs';
import type { EnrichmentMode } from '../../../core/store/protocol/protocol';
import { lookupModes, type LookupMode, urlDetails, type UrlDetail } from '../../../core/lookups/types';

/** The values of a setting as VS Code returns them, layer by layer. */
export interface Inspected {
  readonly defaultValue?: unknown;
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/** The minimum risk to highlight; `low` includes very low. */
const highlightLevels = ['critical', 'high', 'medium', 'low'] as const;
export type HighlightLevel = (typeof highlightLevels)[number];

/** Which indicators in terminals are links; `indicators` leaves http and https URLs to VS Code. */
const terminalLinkModes = ['indicators', 'all', 'off'] as const;
export type TerminalLinkMode = (typeof terminalLinkModes)[number];

/** Languages with highlights besides prose and logs, as VS Code's language ids; `*` is every language. */
export interface HighlightScope {
  readonly enabled: boolean;
  readonly languages: readonly string[];
}

export interface HighlightSettings extends HighlightScope {
  readonly level: HighlightLevel;
  readonly gutter: boolean;
  readonly endOfLine: boolean;
  /** Whether logs and plain text have a summary above their first line. */
  readonly summary: boolean;
  /** Whether highlights are also in the “Problems” view. */
  readonly problems: boolean;
  /** Scope of lookups of visible indicators in mode `automatic`: highlights enabled by the user, not the workspace. */
  readonly lookupScope: HighlightScope;
}

/** The settings `threatLookups.*` as used in code: checked, merged, in milliseconds and bytes. */
export interface Settings {
  /** As entered, trimmed; empty means only the local service. */
  readonly baseUrl: string;
  readonly allowHttp: boolean;
  readonly lookups: LookupSettings;
  /** True if the mode was set by the user, not by default. */
  readonly modeChosen: boolean;
  readonly hover: { readonly waitMillis: number; readonly inCode: boolean; readonly detectionRules: boolean };
  readonly highlights: HighlightSettings;
  /** Whether “Run”, limit, and format are shown above each query. */
  readonly queryLenses: boolean;
  /** How many queries and results the history keeps. */
  readonly history: HistoryLimits;
  /** The plan of the service's account, for the limits of batches. */
  readonly plan: PlanName;
  readonly storage: { readonly maxAgeMillis: number; readonly maxBytes: number };
  readonly localServicePort: number;
  /** How mirrors are synced; `everyMillis` 0: only on request. */
  readonly mirror: {
    readonly everyMillis: number;
    readonly pageSize: number;
    readonly overlapMillis: number;
    /** Size limit of a collection. */
    readonly maxBytes: number;
  };
  /** Public lists besides those of the gallery, unchecked; those of a workspace are only suggested. */
  readonly lists: { readonly presets: readonly unknown[]; readonly suggested: readonly unknown[] };
  /** Whether files that are too large for extensions are offered as large logs, and how long decompressed ones can be. */
  readonly largeLogs: { readonly offer: boolean; readonly maxDecompressedBytes: number };
  /** Sites for “Open on Website…”, not checked. */
  readonly sites: readonly unknown[];
  readonly terminalLinks: TerminalLinkMode;
  /** Whether the indicators of triaged files are remembered, to find those that become risky. */
  readonly triage: {
    readonly remember: boolean;
    /** By glob pattern of files, the field that has the client of a line; empty for none. */
    readonly clientFields: Readonly<Record<string, string>>;
  };
  /** Whether agents in VS Code are offered the MCP server. */
  readonly assistants: { readonly mcpServer: boolean };
  /** Which external sources scans of the local service may query. */
  readonly enrichment: EnrichmentMode;
  /** The name server for these scans; empty means the system's. */
  readonly resolver: string;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Reads all settings. The stricter mode and the lesser URL detail of user and workspace win, and ignore lists are
 * merged, so that a workspace can't loosen anything; settings with application scope are only read from the user.
 * Invalid values count as not set.
 */
export function readSettings(inspect: (name: string) => Inspected): Settings {
  const user = (name: string): unknown => {
    const { globalValue, defaultValue } = inspect(name);
    return globalValue ?? defaultValue;
  };
  const either = (name: string): unknown => {
    const { workspaceFolderValue, workspaceValue } = inspect(name);
    return workspaceFolderValue ?? workspaceValue ?? user(name);
  };
  const text = (name: string): string => {
    const value = user(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const isMarked = either('highlights.enabled') !== false;
  return {
    baseUrl: text('baseUrl'),
    allowHttp: user('allowHttp') === true,
    lookups: {
      mode: strictest<LookupMode>(inspect('lookups'), lookupModes, 'onDemand'),
      urls: strictest<UrlDetail>(inspect('urls'), urlDetails, 'withoutQuery'),
      freshMillis: within(user('cache.freshHours'), 0, 8760, 24) * hour,
      notFoundMillis: within(user('cache.notFoundMinutes'), 0, 525_600, 60) * minute,
      ignore: merged(inspect('ignore')),
      // Only from the user, since more is sent without the list.
      skipWellKnown: user('skipWellKnownHosts') !== false,
    },
    modeChosen: known(inspect('lookups').globalValue, lookupModes) !== undefined,
    hover: {
      waitMillis: within(either('hover.waitSeconds'), 0.5, 60, 4) * 1000,
      inCode: either('hover.connectHintInCode') === true,
      detectionRules: either('hover.detectionRules') === true,
    },
    highlights: {
      enabled: isMarked,
      languages: patterns(either('highlights.languages')),
      level: known(either('highlights.minimumRisk'), highlightLevels) ?? 'medium',
      gutter: either('highlights.gutterIcons') === true,
      endOfLine: either('highlights.endOfLine') === true,
      summary: either('highlights.codeLens') !== false,
      problems: either('highlights.problems') === true,
      lookupScope: {
        enabled: isMarked && user('highlights.enabled') !== false,
        languages: patterns(user('highlights.languages')),
      },
    },
    queryLenses: either('queries.codeLens') !== false,
    history: {
      maxAgeMillis: within(user('queryHistory.maxAgeDays'), 1, 3650, 90) * day,
      maxBytes: within(user('queryHistory.maxMegabytes'), 1, 10_000, 50) * 1_048_576,
    },
    plan: known(user('plan'), planNames) ?? 'auto',
    storage: {
      maxAgeMillis: within(user('cache.maxAgeDays'), 1, 3650, 90) * day,
      maxBytes: within(user('cache.maxMegabytes'), 10, 100_000, 500) * 1_048_576,
    },
    mirror: {
      everyMillis: everyMillis(user('sources.syncIntervalMinutes')),
      pageSize: Math.trunc(within(user('sources.pageSize'), 100, 1_000, 1_000)),
      maxBytes: within(user('sources.maxMegabytes'), 10, 1_000_000, 2_048) * 1_048_576,
      overlapMillis: within(user('sources.overlapSeconds'), 0, 86_400, 0) * 1_000,
    },
    largeLogs: {
      offer: user('largeLogs.offer') !== false,
      maxDecompressedBytes: within(user('largeLogs.maxDecompressedGigabytes'), 1, 1_000, 20) * 1024 ** 3,
    },
    // Only from the user, since pages receive indicators.
    sites: entries(user('openIn.sites')),
    terminalLinks: known(user('terminal.links'), terminalLinkModes) ?? 'indicators',
    // Only from the user, since it stores content of files on this machine.
    triage: { remember: user('triage.remember') === true, clientFields: texts(user('triage.clientFields')) },
    // Only from the user, since assistants send answers to their models.
    assistants: { mcpServer: user('assistants.mcpServer') === true },
    lists: listPresets(inspect('lists.presets')),
    enrichment: known<EnrichmentMode>(user('localService.enrichment'), ['off', 'passive', 'active']) ?? 'off',
    resolver: text('localService.resolver'),
    localServicePort: Math.trunc(within(user('localService.port'), 1024, 65_535, 8137)),
  };
}

function listPresets({ defaultValue, globalValue, ...layers }: Inspected): Settings['lists'] {
  return {
    presets: entries(globalValue ?? defaultValue),
    suggested: [...entries(layers.workspaceValue), ...entries(layers.workspaceFolderValue)],
  };
}

function entries(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** At most every five minutes, in case of a typing error. */
function everyMillis(value: unknown): number {
  const minutes = within(value, 0, 10_080, 0);
  return minutes === 0 ? 0 : Math.max(5, minutes) * minute;
}

function known<T extends string>(value: unknown, choices: readonly T[]): T | undefined {
  return choices.find((choice) => choice === value);
}

/** The first of `choices` (strictest first) that any layer contains; a workspace can only tighten what the user has. */
function strictest<T extends string>(layers: Inspected, choices: readonly T[], otherwise: T): T {
  const user = known(layers.globalValue, choices) ?? known(layers.defaultValue, choices) ?? otherwise;
  const values: readonly unknown[] = [user, layers.workspaceValue, layers.workspaceFolderValue];
  return choices.find((choice) => values.includes(choice)) ?? user;
}

function merged(layers: Inspected): LookupSettings['ignore'] {
  const workspace = [...patterns(layers.workspaceValue), ...patterns(layers.workspaceFolderValue)];
  const user = new Set(patterns(layers.globalValue ?? layers.defaultValue));
  return [
    ...[...user].map((pattern) => ({ pattern, origin: 'user' as const })),
    ...[...new Set(workspace)]
      .filter((pattern) => !user.has(pattern))
      .map((pattern) => ({ pattern, origin: 'workspace' as const })),
  ];
}

function patterns(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter((entry): entry is string => typeof entry === 'string')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function within(value: unknown, min: number, max: number, otherwise: number): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return otherwise;
  return Math.min(max, Math.max(min, value));
}

/** The entries of an object whose values are texts. */
function texts(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
