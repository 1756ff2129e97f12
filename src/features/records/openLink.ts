import type * as vscode from 'vscode';
import type { LoadIndicators } from '../shared/indicators/indicatorTools';
import type { Notices } from '../shared/notices/notices';
import type { Output, UiText } from '../shared/ui';
import { uiSentences, uiText } from '../shared/ui/text';
import type { Indicator } from '../../core/indicators/identity/types';
import type { Subject } from '../../core/records/subject';
import { hasUnseen } from '../../core/text/visibleText';
import { groupByText } from './typedSubject';
import type { RecordPanels } from './recordPanels';

interface Deps {
  readonly loadIndicators: LoadIndicators;
  readonly notices: Pick<Notices, 'offer'>;
  readonly output: Pick<Output, 'warn'>;
}

/** Shows the subject of a link. Sends nothing, whatever the lookup mode. */
export async function openLink(
  uri: vscode.Uri,
  { loadIndicators, notices, output }: Deps,
  panels: Pick<RecordPanels, 'open'>,
): Promise<void> {
  const { parseIndicator } = await loadIndicators();
  const link = readLink(uri, parseIndicator);
  if (link.ok) return panels.open(link.subject, { how: 'shown' });
  output.warn(`Rejected a link to a record: ${link.error.kind}`);
  await notices.offer('warning', uiSentences(uiText("This link can't be opened."), linkErrorText(link.error)));
}

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

/** Why a link can't be opened, as a sentence. */
export function linkErrorText(error: LinkError): UiText {
  switch (error.kind) {
    case 'unknownKind':
      return uiText("It isn't a link to an indicator, threat, or feed.");
    case 'extraParts':
      return uiText('In the name, write “?” as %3F and “#” as %23.');
    case 'empty':
      return uiText('It has no name.');
    case 'tooLong':
      return uiText('It is too long.');
    case 'invisible':
      return uiText('It contains invisible characters.');
    case 'notIndicator':
      return uiText("It isn't a domain, IP address, or URL.");
    case 'invalidName':
      return error.group === 'threat' ? uiText("The threat name isn't valid.") : uiText("The feed name isn't valid.");
  }
}
