import { t } from '../../../l10n';
import type { RejectionKind } from '../../indicators';

/** Why an import, a sync, or a list skipped something. `detail` is the type, operator, or parser message that it concerns. */
export interface SkipReason {
  readonly kind: SkipKind;
  readonly detail?: string;
}

export type SkipKind =
  | RejectionKind
  | 'tooDeep'
  | 'notObject'
  | 'notText'
  | 'unreadable'
  | 'noType'
  | 'noId'
  | 'invalidId'
  | 'objectType'
  | 'observableType'
  | 'noName'
  | 'noNameOrId'
  | 'noPattern'
  | 'patternLanguage'
  | 'patternSyntax'
  | 'patternExcludes'
  | 'patternObject'
  | 'patternOperator'
  | 'noEnds'
  | 'unusedRelationship'
  | 'unresolvedRelationship'
  | 'notStored'
  | 'blockedValue'
  | 'rowWithoutIndicator'
  | 'rowWithoutThreat'
  | 'openQuote'
  | 'exception'
  | 'notDefanged'
  | 'lineTooLong'
  | 'invalidJson'
  | 'reserved'
  | 'fileHash'
  | 'emailAddress'
  | 'unreadValue'
  | 'secondColumn'
  | 'certificateHash'
  | 'hostsEntry'
  | 'cosmeticRule'
  | 'patternRule'
  | 'restrictedRule'
  | 'removalRule'
  | 'resolverSetting'
  | 'forwarder'
  | 'testEntry'
  | 'autonomousSystem'
  | 'noKnowledge'
  | 'deletedAttribute'
  | 'report'
  | 'otherType'
  | 'otherTrigger'
  | 'archiveMember'
  | 'unknownRisk'
  | 'other';

interface Counted {
  readonly reason: SkipReason;
  readonly count: number;
}

/** How many entries were skipped. */
export function countSkipped(skipped: readonly Counted[]): number {
  return sumOf(skipped.filter(({ reason: { kind } }) => kind !== 'unknownRisk'));
}

/** How many entries were imported without their own risk, because its word isn't known. */
export function unknownRiskCount(skipped: readonly Counted[]): number {
  return sumOf(skipped.filter(({ reason: { kind } }) => kind === 'unknownRisk'));
}

function sumOf(skipped: readonly Counted[]): number {
  return skipped.reduce((sum, { count }) => sum + count, 0);
}

/** A reason with its key: equal reasons have equal keys. */
export function skipKey({ kind, detail = '' }: SkipReason): string {
  return `${kind} ${detail}`;
}

const texts: Readonly<Record<SkipKind, (detail: string) => string>> = {
  noIndicator: () => t('Not a domain, IP address, or URL'),
  noPublicSuffix: () => t('Name without a public suffix such as .com'),
  sharedSuffix: () => t('Public suffix such as co.uk'),
  path: () => t('Path instead of a URL'),
  noHost: () => t('URL without a host'),
  unreadableUrl: () => t("URL that can't be read"),
  networkTooLarge: () => t('Network is too large'),
  tooDeep: () => t('Nested too deeply'),
  notObject: () => t('Not a JSON object'),
  notText: () => t('Not text'),
  unreadable: () => t("Object couldn't be read"),
  noType: () => t('Object without a type'),
  noId: () => t('Object without an ID'),
  invalidId: () => t('Object with an invalid ID or type'),
  objectType: (detail) => t('Object of type {0}', detail),
  observableType: (detail) => (detail === '' ? t('Observable without a type') : t('Observable of type {0}', detail)),
  noName: (detail) => t('Object of type {0} without a name', detail),
  noNameOrId: () => t('Attack pattern without a name or ID'),
  noPattern: () => t('Indicator without a pattern'),
  patternLanguage: (detail) => t('Unsupported pattern language: {0}', detail),
  patternSyntax: (detail) => t('Invalid pattern: {0}', detail),
  patternExcludes: () => t('Pattern excludes values'),
  patternObject: (detail) => t('Pattern for {0}, not a domain, IP address, or URL', detail),
  patternOperator: (detail) => t('Pattern with {0} instead of exact values', detail),
  noEnds: () => t('Relationship without source or target'),
  unusedRelationship: () => t("Relationship that doesn't link an indicator to a threat"),
  unresolvedRelationship: () => t('Relationship to an object that was skipped or is missing'),
  notStored: () => t("Couldn't be stored"),
  blockedValue: () => t('Value redacted by the exporting service'),
  rowWithoutIndicator: () => t('Row without an indicator'),
  rowWithoutThreat: () => t('Row without a threat'),
  openQuote: () => t('Unclosed quote; the line was read as is'),
  exception: () => t('Exception rule (allowlisted)'),
  notDefanged: () => t('Not defanged (in text, only defanged indicators are imported)'),
  lineTooLong: () => t('Line is too long'),
  invalidJson: () => t('Invalid JSON'),
  reserved: () => t('Private or reserved'),
  fileHash: () => t('File hash'),
  emailAddress: () => t('Email address'),
  unreadValue: () => t("Looks like an indicator, but couldn't be read"),
  secondColumn: (detail) => t('Column {0} also contains domains, IP addresses, or URLs', detail),
  certificateHash: () => t('Hash of a certificate'),
  hostsEntry: () => t('Hosts entry that points to a real IP address'),
  cosmeticRule: () => t('Cosmetic rule'),
  patternRule: () => t('Rule with a pattern'),
  restrictedRule: () => t('Rule limited to certain sites'),
  removalRule: () => t('Rule that removes another rule in the list ($badfilter)'),
  resolverSetting: () => t('Configuration line'),
  forwarder: () => t('Forwarding to another name server'),
  testEntry: () => t("Publisher's test entry"),
  autonomousSystem: () => t('Autonomous system (ASN)'),
  noKnowledge: () => t('Row without information'),
  deletedAttribute: () => t('Deleted entry'),
  report: () => t('Link to a report'),
  otherType: (detail) => t('{0}, not a domain, IP address, or URL', detail),
  otherTrigger: (detail) => t('Rule for {0}', detail),
  archiveMember: () => t("File in the archive that isn't a list"),
  unknownRisk: (detail) =>
    detail === ''
      ? t('Unknown risk; the risk of the list applies')
      : t('Unknown risk “{0}”; the risk of the list applies', detail),
  other: () => t('Other reasons'),
};

/** A skip reason as the user reads it. */
export function formatSkipReason({ kind, detail = '' }: SkipReason): string {
  // A stored reason may be of another version.
  return (Object.hasOwn(texts, kind) ? texts[kind] : texts.other)(detail);
}
