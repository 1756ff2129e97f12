import { formatSkipReason } from '../../core/records/skipReason';
import type { SyncEnd } from '../../core/mirror/syncQueue';
import { formatUtc } from '../common/ages';
import { truncateText, visibleText } from '../common/visibleText';
import { counted } from '../common/numbers';
import type { CollectionNode } from './mirrorTree';
import { formatAddress, isCanceled, errorOf } from './mirrorLabels';

const longestHeading = 60;

/** What is mirrored of a collection, and what the last sync took and left out. `defangText` takes the life out of examples. */
export function mirrorReport(
  node: CollectionNode,
  end: SyncEnd | undefined,
  tools: { readonly defangText: (text: string) => string },
): string {
  const { title, state } = node;
  const whole = visibleText(title);
  const name = truncateText(whole, longestHeading);
  const moment = (at: number | undefined): string => (at === undefined ? 'never' : formatUtc(at));
  const error = errorOf(node, end);
  return [
    name,
    '-'.repeat(name.length),
    ...(name === whole ? [] : [`Title        ${lines(whole).join(`\n${' '.repeat(13)}`)}`]),
    ...(node.isList ? [] : [`Collection   ${visibleText(node.collection)}`]),
    `At           ${formatAddress(node.root)}`,
    `Last sync    ${moment(state?.lastSync)}`,
    `Whole sync   ${moment(state?.lastFull)}`,
    `Held         ${node.isList ? '' : `${counted(state?.objects ?? 0, 'object')}, `}${counted(state?.indicators ?? 0, 'indicator')}`,
    ...(state === undefined || state.stale === 0
      ? []
      : [`             ${state.stale.toLocaleString('en')} of them are no longer in the collection: shown as retired`]),
    ...(state?.waiting === undefined || state.waiting <= 0
      ? []
      : [
          `             ${state.waiting.toLocaleString('en')} of them are still being taken in: hovers know them, searches wait`,
        ]),
    ...(error === undefined ? [] : [`Trouble      ${lines(error).join(`\n${' '.repeat(13)}`)}`]),
    '',
    ...runLines(end, tools.defangText),
    '',
  ].join('\n');
}

/** A text in lines of a width that fits beside the view; no word is cut. */
function lines(text: string): readonly string[] {
  return text.match(/\S.{0,63}(?=\s|$)|\S+/g) ?? [];
}

function runLines(end: SyncEnd | undefined, defangText: (text: string) => string): readonly string[] {
  if (end?.kind !== 'ended') return ['This window has not synced it since it was opened.'];
  const { account, requests, millis, full, complete } = end;
  const { counts, skipped, state } = account;
  const count = (value: number): string => value.toLocaleString('en');
  const ending = complete
    ? 'came to its end'
    : isCanceled(state.error ?? '')
      ? 'was cancelled'
      : 'did not come to its end';
  return [
    `The last sync in this window${full ? ', of the whole collection,' : ''} ${ending}: ${counted(requests, 'request')}, ${(millis / 1_000).toFixed(1)} s.`,
    `  ${count(counts.added)} added, ${count(counts.changed)} changed, ${count(counts.unchanged)} as before, ${count(counts.stale)} no longer there`,
    ...(skipped.length === 0
      ? ['Left out     nothing']
      : [
          'Of no use for hovers: left out, or kept as objects without an indicator',
          ...skipped.flatMap((row) => [
            `  ${count(row.count)} × ${visibleText(formatSkipReason(row.reason))}`,
            `      ${visibleText(defangText(row.example))}`,
          ]),
        ]),
  ];
}
