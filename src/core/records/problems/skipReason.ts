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
  | 'certificateHash'
  | 'hostsEntry'
  | 'cosmeticRule'
  | 'patternRule'
  | 'restrictedRule'
  | 'resolverSetting'
  | 'forwarder'
  | 'testEntry'
  | 'autonomousSystem'
  | 'noKnowledge'
  | 'deletedAttribute'
  | 'report'
  | 'otherType'
  | 'otherTrigger'
  | 'other';

/** A reason with its key: equal reasons have equal keys. */
export function skipKey({ kind, detail = '' }: SkipReason): string {
  return `${kind} ${detail}`;
}

/** A skip reason as the user reads it. */
export function formatSkipReason({ kind, detail = '' }: SkipReason): string {
  switch (kind) {
    case 'noIndicator':
      return t('Not a domain, IP address, or URL');
    case 'noPublicSuffix':
      return t('Name without a public suffix such as .com');
    case 'sharedSuffix':
      return t('Public suffix such as co.uk');
    case 'path':
      return t('Path instead of a URL');
    case 'noHost':
      return t('URL without a host');
    case 'networkTooLarge':
      return t('Network is too large');
    case 'tooDeep':
      return t('Nested too deeply');
    case 'notObject':
      return t('Not a JSON object');
    case 'unreadable':
      return t("Object couldn't be read");
    case 'noType':
      return t('Object without a type');
    case 'noId':
      return t('Object without an ID');
    case 'invalidId':
      return t('Object with an invalid ID or type');
    case 'objectType':
      return t('Object of type {0}', detail);
    case 'observableType':
      return detail === '' ? t('Observable without a type') : t('Observable of type {0}', detail);
    case 'noName':
      return t('Object of type {0} without a name', detail);
    case 'noNameOrId':
      return t('Attack pattern without a name or ID');
    case 'noPattern':
      return t('Indicator without a pattern');
    case 'patternLanguage':
      return t('Unsupported pattern language: {0}', detail);
    case 'patternSyntax':
      return t('Invalid pattern: {0}', detail);
    case 'patternExcludes':
      return t('Pattern excludes values');
    case 'patternObject':
      return t('Pattern for {0}, not a domain, IP address, or URL', detail);
    case 'patternOperator':
      return t('Pattern with {0} instead of exact values', detail);
    case 'noEnds':
      return t('Relationship without source or target');
    case 'unusedRelationship':
      return t("Relationship that doesn't link an indicator to a threat");
    case 'unresolvedRelationship':
      return t('Relationship to an object that was skipped or is missing');
    case 'notStored':
      return t("Couldn't be stored");
    case 'blockedValue':
      return t('Value redacted by the exporting service');
    case 'rowWithoutIndicator':
      return t('Row without an indicator');
    case 'rowWithoutThreat':
      return t('Row without a threat');
    case 'openQuote':
      return t('Unclosed quote; the line was read as is');
    case 'exception':
      return t('Exception rule (allowlisted)');
    case 'notDefanged':
      return t('Not defanged; in running text, only defanged indicators are imported');
    case 'lineTooLong':
      return t('Line is too long');
    case 'invalidJson':
      return t('Invalid JSON');
    case 'reserved':
      return t('Private or reserved');
    case 'fileHash':
      return t('File hash');
    case 'certificateHash':
      return t('Hash of a certificate');
    case 'hostsEntry':
      return t('Hosts entry with an address, which blocks nothing');
    case 'cosmeticRule':
      return t('Rule about parts of web pages');
    case 'patternRule':
      return t('Rule with a pattern');
    case 'restrictedRule':
      return t('Rule for some sites only');
    case 'resolverSetting':
      return t('Setting that lists nothing');
    case 'forwarder':
      return t('Forwarding to another name server');
    case 'testEntry':
      return t('Test entry of the publisher');
    case 'autonomousSystem':
      return t('Autonomous system (ASN)');
    case 'noKnowledge':
      return t('Row without information');
    case 'deletedAttribute':
      return t('Deleted attribute');
    case 'report':
      return t('Link to a report');
    case 'otherType':
      return t('{0}, not a domain, IP address, or URL', detail);
    case 'otherTrigger':
      return t('Rule for {0}', detail);
    case 'other':
      return t('Other reasons');
  }
}
