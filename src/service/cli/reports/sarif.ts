import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { defang } from '../../../core/indicators';
import { type RiskLevel, riskLevels } from '../../../core/records/risk';
import type { Triaged } from '../../../core/triage/assess';
import { clientTexts, seenIn } from '../../../core/triage/observed';
import { noClients } from '../../../core/triage/clients/counted';
import type { TimelineUnit } from '../../../core/triage/timeline';
import { type FileNames, fileUri, type Finding, getFindings, getMessage, safeText } from './findings';

/** Limits of code hosts: results of a run, and bytes of the file compressed with gzip. */
const limits = { results: 25_000, gzipBytes: 10_000_000, perFile: 20 };
/** Clients that a result names. */
const maxClients = 3;

/** The severity of a rule for code hosts, from 0 to 10, and the level of its results. */
const severities: Readonly<Record<RiskLevel, readonly [severity: string, level: 'error' | 'warning' | 'note']>> = {
  critical: ['9.5', 'error'],
  high: ['8.0', 'error'],
  medium: ['5.5', 'warning'],
  low: ['2.5', 'note'],
  'very low': ['1.0', 'note'],
  none: ['0.0', 'note'],
  unknown: ['0.0', 'note'],
};

/** The rules, one for each risk. */
const ruleRisks: readonly RiskLevel[] = riskLevels.filter((risk) => risk !== 'unknown' && risk !== 'none').toReversed();

const ruleId = (risk: RiskLevel): string => `indicator/${risk.replace(' ', '-')}-risk`;

/** The surroundings of a report. */
export interface SarifOptions extends FileNames {
  readonly version: string;
  /** The folder that URIs are relative to. */
  readonly folder: string;
  /** Why the report is incomplete, apart from what it skips. */
  readonly problems: readonly string[];
  /** The unit of the timelines of rows. */
  readonly timelineUnit?: TimelineUnit | undefined;
  readonly limits?: Partial<typeof limits>;
}

/** A report, and the number of lines that it skips. */
export interface SarifReport {
  readonly text: string;
  readonly skippedLines: number;
}

/** The locations of indicators at risk as SARIF 2.1.0, the highest risk first, within the limits of code hosts. */
export function sarifReport(rows: readonly Triaged[], options: SarifOptions): SarifReport {
  const most = { ...limits, ...options.limits };
  const all = getFindings(rows, most.perFile, options);
  let shown = all.findings.slice(0, most.results);
  for (;;) {
    const skippedLines = all.skippedLines + all.findings.length - shown.length;
    const text = JSON.stringify(document(shown, skippedLines, options));
    // Compressed text is never longer by more than a few bytes.
    if (shown.length === 0 || text.length * 3 < most.gzipBytes || gzipSync(text).length <= most.gzipBytes)
      return { text, skippedLines };
    shown = shown.slice(0, shown.length >> 1);
  }
}

function document(findings: readonly Finding[], skippedLines: number, options: SarifOptions): object {
  const notices = [
    ...options.problems,
    ...(skippedLines === 0 ? [] : [`${skippedLines} more lines with these or other indicators aren't in this report.`]),
  ];
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Threat Lookups',
            semanticVersion: options.version,
            informationUri: 'https://marketplace.visualstudio.com/items?itemName=threat-lookups.threat-lookups',
            rules: ruleRisks.map(rule),
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: options.problems.length === 0,
            toolExecutionNotifications: notices.map((text) => ({
              level: 'warning',
              message: { text: sarifText(text) },
            })),
          },
        ],
        results: findings.map((finding) => result(finding, options)),
        properties: { linesSkipped: skippedLines },
      },
    ],
  };
}

function rule(risk: RiskLevel): object {
  const [severity, level] = severities[risk];
  const name = risk.replace(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());
  const about = `An indicator with ${risk} risk`;
  const help =
    'The local store of Threat Lookups has a source that rates this domain, IP address, or URL. Check why the file contains it. If it is expected, set your own risk for it, or ignore it.';
  return {
    id: ruleId(risk),
    name: `${name}Risk`,
    shortDescription: { text: `${about}.` },
    fullDescription: { text: `${about} occurs in a file. The message names its reasons and sources.` },
    help: { text: help, markdown: help },
    defaultConfiguration: { level },
    properties: {
      tags: ['security', 'threat-intelligence'],
      precision: 'high',
      'problem.severity': level === 'note' ? 'recommendation' : level,
      'security-severity': severity,
    },
  };
}

function result(finding: Finding, { folder, fileOf, entryOf, timelineUnit }: SarifOptions): object {
  const { row, risk, location, ordinal } = finding;
  const { type, value } = row.indicator;
  const uri = fileUri(fileOf(location.file), folder);
  const entry = entryOf?.(location.file);
  // An archive has no lines: the message contains the place.
  const [startLine, startColumn] = entry === undefined ? [location.line, location.column] : [1, 1];
  return {
    ruleId: ruleId(risk),
    ruleIndex: ruleRisks.indexOf(risk),
    level: severities[risk][1],
    message: { text: sarifText(getMessage(finding, entry)) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri },
          region: { startLine, startColumn },
        },
      },
    ],
    // Identifies an occurrence even after lines above it change.
    partialFingerprints: {
      'threatLookupsOccurrence/v1': createHash('sha256')
        .update(JSON.stringify([type, value, uri, ...(entry === undefined ? [] : [entry]), ordinal]))
        .digest('hex'),
    },
    properties: {
      indicator: defang(value),
      type,
      lines: row.lines,
      files: row.files,
      ...seenIn(row, timelineUnit),
      clients: row.clients?.count ?? 0,
      clientNames: clientTexts(row.clients ?? noClients, maxClients, safeText),
    },
  };
}

/**
 * A message in which nothing is a placeholder or a link (SARIF 2.1.0, 3.11): braces are doubled, and no bracket is followed
 * by a parenthesis.
 */
export function sarifText(text: string): string {
  return text.replace(/[{}]/g, '$&$&').replaceAll('](', '] (');
}
