import type { Indicator } from '../../core/indicators/types';
import type { Subject } from '../../core/records/subject';
import { hasUnseen } from '../common/visibleText';
import { groupByText } from './typedSubject';

/** What of a link's address counts; VS Code has decoded path and query already. */
export interface LinkAddress {
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

export type ReadLink = { readonly ok: true; readonly subject: Subject } | { readonly ok: false; readonly why: string };

const maxNameLength = 4_096;
const kinds = ['indicator', 'threat', 'feed'] as const;

/**
 * What a `vscode://…/indicator/VALUE`, `/threat/TID-OR-NAME` or `/feed/FID-OR-NAME` link is about, or why it is refused,
 * in a sentence for the user. Anybody can write such a link: it names a thing and nothing else.
 */
export function readLink(
  { path, query, fragment }: LinkAddress,
  parseIndicator: (text: string) => Indicator | undefined,
): ReadLink {
  const [, kind, value = ''] = /^\/([^/]*)\/(.*)$/s.exec(path) ?? [];
  const named = kinds.find((known) => known === kind);
  if (named === undefined) return refuse('It names neither an indicator nor a threat nor a feed.');
  if (query !== '' || fragment !== '') return refuse('It holds more than a name: “?” and “#” belong encoded in it.');
  if (value.trim() === '') return refuse(`It names no ${named}.`);
  if (value.length > maxNameLength) return refuse('It is too long.');
  if (hasUnseen(value)) return refuse('It holds characters that can’t be seen.');
  if (named === 'indicator') {
    const indicator = parseIndicator(value);
    if (indicator === undefined) return refuse('What it names is not a domain, an IP address or a URL.');
    return { ok: true, subject: { kind: 'indicator', type: indicator.type, value: indicator.value } };
  }
  const subject = groupByText(named, value);
  return subject === undefined ? refuse(`What it names can’t be a ${named}.`) : { ok: true, subject };
}

function refuse(why: string): ReadLink {
  return { ok: false, why };
}
