import { localServiceName } from '../../core/api/lazyClient';
import type { Indicator } from '../../core/indicators/types';
import type { LookupResult, LookupState } from '../../core/lookups/types';
import type { UnreadStore } from '../../core/lookups/unreadStore';
import { formatAge, formatDate, formatUtc } from '../common/ages';
import { reservedMessage } from '../common/reservedMessage';
import type { CommandLink, Line, Part } from '../common/safeMarkdown';
import { formatServiceMessage, fullMessageLength } from '../common/serviceMessage';
import { formatRequestError } from '../common/formatRequestError';
import { colorId, capitalizedHostLabel, formatSource, typeLabel } from '../common/verdict';
import { unreadStoreMessage } from '../common/unreadStore';
import { truncateIndicator } from '../common/truncateIndicator';
import { link, target } from './actions';
import type { HoverContext } from './hoverContext';
import { label, plain } from './knowledgeLines';

const gap: Part = { kind: 'gap' };
const loadSample: CommandLink = { id: 'threatLookups.loadSample', args: [] };
const importFiles: CommandLink = { id: 'threatLookups.import', args: [] };
const connect: CommandLink = { id: 'threatLookups.connect', args: [] };

/**
 * What stands next to the knowledge: why the service was asked or not and what came of it, with one way on. Nothing
 * where the knowledge says it all.
 */
export function stateLine(result: LookupResult, context: HoverContext): Line | undefined {
  const { state, known } = result;
  if (result.unread !== undefined && isLocalWord(result)) return undefined;
  switch (state.kind) {
    case 'settled':
      return notKnownLine(result, context);
    case 'noService':
      return known.length > 0 || !context.offerService
        ? undefined
        : [
            plain('Nothing known here, and no service is connected. '),
            link('Connect…', connect, 'Choose a service to ask'),
            { kind: 'gap' },
            link('Import…', importFiles, 'Take indicators from files of yours'),
            ...(context.offerSample
              ? [gap, link('Load Sample Data', loadSample, 'Fill the local store with made-up indicators')]
              : []),
          ];
    case 'blocked':
      return state.by.kind === 'reserved'
        ? [
            plain(reservedMessage(state.by)),
            ...(state.by.what === 'longIgnoreList' ? [plain(' '), editIgnoreList(state.by.origin)] : []),
          ]
        : [
            plain('Ignored by '),
            { kind: 'text', text: state.by.pattern, tone: 'code' },
            plain(state.by.origin === 'workspace' ? ' (workspace): never sent. ' : ': never sent. '),
            editIgnoreList(state.by.origin),
          ];
    case 'offline':
      return known.length > 0
        ? undefined
        : [
            plain(`${result.unread !== undefined ? '' : 'Not in the local store. '}Lookups are off (offline). `),
            link('Change…', { id: 'threatLookups.changeMode', args: [] }, 'Choose what may be looked up'),
          ];
    case 'notRequested':
      return notRequestedLine(result, state.host, state.wouldSend, context);
    case 'pending':
      return [plain(`${capitalizedHostLabel(state.host)} is slow; the answer will be here when you hover again.`)];
    case 'failed':
      return errorLine(state, result.indicator, context);
  }
}

function editIgnoreList(origin: 'user' | 'workspace'): Part {
  return link('Edit Ignore List', { id: 'threatLookups.editIgnoreList', args: [origin] }, 'Open the setting');
}

/** Where the local store is not read: why, and what helps. In code only beside what a service says. */
export function unreadStoreLine(result: LookupResult, context: HoverContext): Line | undefined {
  const { unread } = result;
  if (unread === undefined || (!context.offerService && isLocalWord(result))) return undefined;
  const words = plain(` ${unreadStoreMessage(unread)} `);
  return [{ kind: 'icon', icon: 'warning', color: 'editorWarning.foreground' }, words, unreadLink(unread)];
}

function unreadLink(unread: UnreadStore): Part {
  switch (unread) {
    case 'newer':
      return link('Update…', { id: 'threatLookups.updateExtension', args: [] }, 'Open the page of the extension');
    case 'replaced':
      return link('Import…', importFiles, 'Take indicators from files of yours');
    default:
      return link('Details', { id: 'threatLookups.showDetails', args: [] }, 'Open the output channel');
  }
}

/** Whether the state speaks of the local store alone, which is not so where it is not read. */
function isLocalWord({ state, known, notKnown }: LookupResult): boolean {
  if (known.length > 0) return false;
  if (state.kind === 'failed') return state.host === localServiceName.host;
  return state.kind === 'noService' || (state.kind === 'settled' && notKnown.length === 0);
}

function notRequestedLine(
  { indicator, known }: LookupResult,
  host: string,
  wouldSend: string,
  context: HoverContext,
): Line {
  const asked = known.find(({ source }) => source.kind === 'service' && source.name === host);
  const words =
    asked === undefined ? 'Not looked up. ' : asked.detail === 'summary' ? 'Short answer only. ' : 'An older answer. ';
  return [plain(words), ...offerParts(indicator, host, wouldSend, context)];
}

/** The link that asks the service, and what exactly it sends. */
function offerParts(indicator: Indicator, host: string, wouldSend: string, context: HoverContext): readonly Part[] {
  const whole = wouldSend === indicator.value;
  const where = target(indicator, context);
  return [
    link(`Look up at ${host}`, { id: 'threatLookups.lookUpHere', args: [where] }, `Ask ${host} now`),
    plain(
      whole
        ? ` sends this ${typeLabel(indicator.type)} there.`
        : ` sends ${truncateIndicator(context.defang(wouldSend), 80)} there. `,
    ),
    ...(whole
      ? []
      : [
          link(
            'Send Whole URL…',
            { id: 'threatLookups.lookUpHere', args: [where, { wholeUrl: true }] },
            `Ask ${host} now, with the URL as it stands`,
          ),
        ]),
  ];
}

/** What went wrong, when that was tried, what helps, and the way to try again. */
function errorLine(
  { error, host, triedAt, nextAt, wouldSend }: Extract<LookupState, { kind: 'failed' }>,
  indicator: Indicator,
  context: HoverContext,
): Line {
  const { sentence, whole, action } = formatRequestError(error, host, context.now);
  const tried = triedAt === undefined ? '' : ` Tried ${formatAge(triedAt, context.now)}.`;
  const next = nextAt === undefined ? '' : ` Next attempt in ${formatSeconds(nextAt - context.now)}.`;
  const told: Part = { kind: 'text', text: ` ${sentence}`, ...(whole === sentence ? {} : { title: whole }) };
  const ways: readonly (readonly Part[])[] = [
    ...(action === undefined ? [] : [[link(action.label, { id: action.command, args: [] }, action.label)]]),
    ...(wouldSend === undefined ? [] : [offerParts(indicator, host, wouldSend, context)]),
  ];
  const apart = ways.flatMap((way, index) => [index === 0 ? plain(' ') : gap, ...way]);
  const icon: Part = { kind: 'icon', icon: 'warning', color: 'editorWarning.foreground' };
  return [icon, told, ...(tried + next === '' ? [] : [plain(tried + next)]), ...apart];
}

function formatSeconds(millis: number): string {
  const seconds = Math.max(1, Math.ceil(millis / 1_000));
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

/** “Not known to intel.example (asked 5 min ago).” The newest miss is the one that counts. */
function notKnownLine({ notKnown, known }: LookupResult, context: HoverContext): Line | undefined {
  const [newest] = notKnown;
  if (newest === undefined) return known.length > 0 ? undefined : [plain('Nothing is known of it.')];
  return [
    { kind: 'icon', icon: 'circle-slash', color: colorId('unknown', false) },
    plain(` Not known to ${formatSource(newest.source)} (asked `),
    {
      kind: 'text',
      text: formatAge(newest.asOf, context.now),
      title: `${formatDate(newest.asOf, context.dates)} (${formatUtc(newest.asOf)})`,
    },
    plain(').'),
    ...serviceMessageParts(newest.serviceMessage),
  ];
}

/** What the service says of a miss, cut to a line; all of it where the mouse rests. */
function serviceMessageParts(serviceMessage: string | undefined): readonly Part[] {
  const [short, whole] = [
    formatServiceMessage(serviceMessage),
    formatServiceMessage(serviceMessage, fullMessageLength),
  ];
  if (short === '') return [];
  return [plain(' '), { kind: 'text', text: short, ...(short === whole ? {} : { title: whole }) }];
}

/** For a URL of which less was sent than stands in the text: what was sent, and the way to send it whole. */
export function sentLine(result: LookupResult, context: HoverContext): Line | undefined {
  if (result.sentAs === undefined || result.sentAs === result.indicator.value) return undefined;
  return [
    ...label('Sent'),
    plain(`${truncateIndicator(context.defang(result.sentAs), 80)} `),
    link(
      'Send Whole URL…',
      { id: 'threatLookups.lookUpHere', args: [target(result.indicator, context), { wholeUrl: true }] },
      'Ask again with the URL as it stands',
    ),
  ];
}
