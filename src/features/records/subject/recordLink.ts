import type { Indicator } from '../../../core/indicators/identity/types';
import type { Subject } from '../../../core/records/subject';
import { hasUnseen } from '../../shared/text/visibleText';
import { groupByText } from './typedSubject';

/** The parts of a link; VS Code has already decoded path and query. */
export interface LinkAddress {
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

export type ReadLink =
  { readonly ok: true; readonly subject: Subject } | { readonly ok: false; readonly error: LinkError };

/** Why a link can't be opened. */
export type LinkError =
  | { readonly kind: 'unknownKind' | 'extraParts' | 'empty' | 'tooLong' | 'invisible' | 'notIndicator' }
  | { readonly kind: 'invalidName'; readonly group: 'threat' | 'feed' };

const maxNameLength = 4_096;
const kinds = ['indicator', 'threat', 'feed'] as const;

/**
 * The subject of a `vscode://…/indicator/VALUE`, `/threat/TID-OR-NAME` or `/feed/FID-OR-NAME` link, or why it is rejected.
 * Anybody can write such a link, so it can name a subject and do nothing else.
 */
export function readLink(
  { path, query, fragment }: LinkAddress,
  parseIndicator: (text: string) => Indicator | undefined,
): ReadLink {
  const [, kind, value = ''] = /^\/([^/]*)\/(.*)$/s.exec(path) ?? [];
  const named = kinds.find((known) => known === kind);
  if (named === undefined) return failed({ kind: 'unknownKind' });
  if (query !== '' || fragment !== '') return failed({ kind: 'extraParts' });
  if (value.trim() === '') return failed({ kind: 'empty' });
  if (value.length > maxNameLength) return failed({ kind: 'tooLong' });
  if (hasUnseen(value)) return failed({ kind: 'invisible' });
  if (named === 'indicator') {
    const indicator = parseIndicator(value);
    if (indicator === undefined) return failed({ kind: 'notIndicator' });
    return { ok: true, subject: { kind: 'indicator', type: indicator.type, value: indicator.value } };
  }
  const subject = groupByText(named, value);
  return subject === undefined ? failed({ kind: 'invalidName', group: named }) : { ok: true, subject };
}

function failed(error: LinkError): ReadLink {
  return { ok: false, error };
}
