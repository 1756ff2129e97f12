import type { Indicator } from '../../core/indicators/identity/types';
import type { IgnoreOrigin, LookupResult, LookupState } from '../../core/lookups/types';
import type { Source } from '../../core/records/knowledge';
import type { UnreadStore } from '../../core/lookups/unreadStore';
import { formatRequestError } from '../shared/format/formatRequestError';
import { reservedMessage } from '../shared/format/reservedMessage';
import type { CommandLink, Line, Part } from '../shared/text/safeMarkdown';
import { formatServiceMessage, fullMessageLength, joinSentences } from '../shared/format/serviceMessage';
import { truncateIndicator } from '../shared/text/truncateIndicator';
import { unreadStoreMessage } from '../shared/format/unreadStore';
import { colorId, formatSource, hostLabel } from '../shared/format/verdict';
import { link, target } from './actions';
import { isDescribed } from './contextLine';
import type { HoverContext } from './hoverContext';
import { agePart, label, plain } from './knowledgeLines';
import { strings } from './strings';
import { isLocalHost } from '../../core/records/sourceId';
import { t, formatAge, formatRelative } from '../../l10n';
import { messageParts } from '../shared/text/safeMarkdown';

const gap: Part = { kind: 'gap' };
const space = plain(' ');
const warning: Part = { kind: 'icon', icon: 'warning', color: 'editorWarning.foreground' };
const loadSample: CommandLink = { id: 'threatLookups.loadSample', args: [] };
const importFiles: CommandLink = { id: 'threatLookups.import', args: [] };
const addList: CommandLink = { id: 'threatLookups.addList', args: [] };
const connect: CommandLink = { id: 'threatLookups.connect', args: [] };

/** Why the service was queried or not, and with which result, with one way forward. Undefined if the data says it all. */
export function stateLine(result: LookupResult, context: HoverContext): Line | undefined {
  const { state, known } = result;
  if (result.unread !== undefined && isLocalState(result)) return undefined;
  switch (state.kind) {
    case 'settled':
      return notKnownLine(result, context);
    case 'noService':
      return known.length > 0 || !context.offerService ? undefined : noServiceLine(result, context);
    case 'blocked':
      return state.by.kind === 'reserved'
        ? [
            plain(reservedMessage(state.by)),
            ...(state.by.what === 'longIgnoreList' ? [space, editIgnoreList(state.by.origin)] : []),
            ...(state.by.what === 'unreadIgnoreFile' ? [space, editIgnoreList('file')] : []),
          ]
        : [...ignoredParts(state.by), space, editIgnoreList(state.by.origin)];
    case 'offline':
      return known.length > 0
        ? undefined
        : [
            plain(offlineText(result)),
            space,
            link(t('Change…'), { id: 'threatLookups.changeMode', args: [] }, t('Change the lookup mode')),
          ];
    case 'notRequested':
      return notRequestedLine(result, state, context);
    case 'pending':
      return [
        ...hostLabelOf(state),
        plain(t('Still waiting for {0}. Hover again to see the result.', hostLabel(state.host))),
      ];
    case 'failed':
      return errorLine(state, result.indicator, context);
  }
}

function offlineText(result: LookupResult): string {
  if (result.unread !== undefined) return t('Offline mode is on.');
  return isDescribed(result)
    ? t('No verdict in the local store. Offline mode is on.')
    : t('Not in the local store. Offline mode is on.');
}

function noServiceLine(result: LookupResult, { offerSample }: HoverContext): Line {
  return [
    plain(
      isDescribed(result)
        ? t('No verdict found. No service is connected.')
        : t('No data found. No service is connected.'),
    ),
    space,
    ...(offerSample
      ? [link(t('Add List…'), addList, t('Add public lists of threats and known services, without an account')), gap]
      : []),
    link(t('Connect…'), connect, t('Connect to a lookup service')),
    gap,
    link(t('Import…'), importFiles, t('Import indicators from your files')),
    ...(offerSample ? [gap, link(t('Load Sample Data'), loadSample, t('Load fictional sample indicators'))] : []),
  ];
}

function ignoredParts({ pattern, origin }: { readonly pattern: string; readonly origin: IgnoreOrigin }): Line {
  const part: Part = { kind: 'text', text: pattern, tone: 'code' };
  if (origin === 'file') return messageParts('Ignored by {0} (.threatlookupsignore). Never sent.', part);
  return origin === 'workspace'
    ? messageParts('Ignored by {0} (workspace). Never sent.', part)
    : messageParts('Ignored by {0}. Never sent.', part);
}

function editIgnoreList(origin: IgnoreOrigin): Part {
  return link(t('Edit Ignore List'), { id: 'threatLookups.editIgnoreList', args: [origin] }, t('Open the setting'));
}

/** Why the local store wasn't read, and what helps. In code only next to an answer of a service. */
export function unreadStoreLine(result: LookupResult, context: HoverContext): Line | undefined {
  const { unread } = result;
  if (unread === undefined || (!context.offerService && isLocalState(result))) return undefined;
  return [warning, plain(` ${unreadStoreMessage(unread)} `), unreadLink(unread)];
}

function unreadLink(unread: UnreadStore): Part {
  switch (unread) {
    case 'newer':
      return link(t('Update…'), { id: 'threatLookups.updateExtension', args: [] }, t('Open the extension page'));
    case 'replaced':
      return link(t('Import…'), importFiles, t('Import indicators from your files'));
    default:
      return link(t('Details'), { id: 'threatLookups.showDetails', args: [] }, t('Open the output channel'));
  }
}

/** Whether the state is about the local store alone, and so doesn't apply where it wasn't read. */
function isLocalState({ state, known, notKnown }: LookupResult): boolean {
  if (known.length > 0) return false;
  if (state.kind === 'failed') return isLocalHost(state.host);
  return state.kind === 'noService' || (state.kind === 'settled' && notKnown.length === 0);
}

function notRequestedLine(
  { indicator, known }: LookupResult,
  { host, wouldSend, sendsHost }: Extract<LookupState, { kind: 'notRequested' }>,
  context: HoverContext,
): Line {
  const cached = known.find(({ source }) => source.kind === 'service' && source.name === host);
  const reason =
    cached === undefined
      ? t('Not looked up yet.')
      : cached.detail === 'summary'
        ? t('Summary only.')
        : t('The cached result is out of date.');
  return [plain(reason), space, ...offerParts(indicator, { host, wouldSend, sendsHost }, context)];
}

/** “Host:” before a state that is about the host of the URL. */
function hostLabelOf({ ofHost }: { readonly ofHost?: true }): readonly Part[] {
  return ofHost === true ? label(t('Host')) : [];
}

/** What a source doesn't know: named where the lines around are about the host of the URL, or about a name above. */
function missWording(result: LookupResult, source: Source): typeof strings.notKnownTo {
  const { indicator, state, host, above } = result;
  if (isHostNotKnown(result, source)) return strings.neitherKnownTo;
  const isAboutHost = (state.kind === 'failed' || state.kind === 'pending') && state.ofHost === true;
  if (indicator.type === 'url' && (host !== undefined || above !== undefined || isAboutHost))
    return strings.urlNotKnownTo;
  return above === undefined ? strings.notKnownTo : strings.domainNotKnownTo;
}

/** Whether the same source doesn't know the host of the URL either. */
function isHostNotKnown({ host, hostNotKnown = [] }: LookupResult, { address }: Source): boolean {
  return host === undefined && hostNotKnown.some(({ source }) => source.address === address);
}

/** What a click would send. */
interface LookupOffer {
  readonly host: string;
  readonly wouldSend: string;
  readonly sendsHost: true | undefined;
}

/** The link that queries the service, and exactly what it sends. */
function offerParts(
  indicator: Indicator,
  { host, wouldSend, sendsHost }: LookupOffer,
  context: HoverContext,
): readonly Part[] {
  const at = target(indicator, context);
  const lookUp = link(
    t('Look up on {0}', host),
    { id: 'threatLookups.lookUpOnService', args: [at] },
    t('Look up on {0} now', host),
  );
  if (wouldSend === indicator.value)
    return sendsHost === true
      ? messageParts('{0} (sends this URL and its host)', lookUp)
      : {
          domain: () => messageParts('{0} (sends this domain)', lookUp),
          ip: () => messageParts('{0} (sends this IP address)', lookUp),
          url: () => messageParts('{0} (sends this URL)', lookUp),
        }[indicator.type]();
  const sent = plain(truncateIndicator(context.defang(wouldSend), 80));
  return [
    ...(sendsHost === true
      ? messageParts('{0} (sends {1} and its host)', lookUp, sent)
      : messageParts('{0} (sends {1})', lookUp, sent)),
    gap,
    link(
      t('Send Full URL…'),
      { id: 'threatLookups.lookUpOnService', args: [at, { wholeUrl: true }] },
      t('Send the full URL to {0}', host),
    ),
  ];
}

/** What went wrong, when, what helps, and how to try again. */
function errorLine(state: Extract<LookupState, { kind: 'failed' }>, indicator: Indicator, context: HoverContext): Line {
  const { error, host, triedAt, nextAt, wouldSend, sendsHost } = state;
  const { sentence, whole, action } = formatRequestError(error, host, context.now);
  const attempts = joinSentences(
    triedAt === undefined ? '' : t('Last attempt: {0}.', formatAge(triedAt, context.now)),
    nextAt === undefined ? '' : t('Next attempt {0}.', formatRelative(nextAt, context.now)),
  );
  const message: Part = { kind: 'text', text: ` ${sentence}`, ...(whole === sentence ? {} : { title: whole }) };
  const remedies: readonly (readonly Part[])[] = [
    ...(action === undefined ? [] : [[link(action.label, { id: action.command, args: [] }, action.label)]]),
    ...(wouldSend === undefined ? [] : [offerParts(indicator, { host, wouldSend, sendsHost }, context)]),
  ];
  return [
    ...hostLabelOf(state),
    warning,
    message,
    ...(attempts === '' ? [] : [plain(` ${attempts}`)]),
    ...remedies.flatMap((remedy, index) => [index === 0 ? space : gap, ...remedy]),
  ];
}

/** For a URL whose state is about its host: that the URL isn't known. */
export function urlNotKnownLine(result: LookupResult, context: HoverContext): Line | undefined {
  const { state } = result;
  const isAboutHost = (state.kind === 'failed' || state.kind === 'pending') && state.ofHost === true;
  return isAboutHost && result.notKnown.length > 0 ? notKnownLine(result, context) : undefined;
}

/** “Not known to intel.example (checked 5 minutes ago).” The newest miss counts. */
function notKnownLine(result: LookupResult, context: HoverContext): Line | undefined {
  const { notKnown, known, host, above } = result;
  const [newest] = notKnown;
  const isFound = known.length > 0 || host !== undefined || above !== undefined;
  if (newest === undefined && isFound) return undefined;
  if (newest === undefined) return [plain(isDescribed(result) ? t('No verdict found.') : t('No information found.'))];
  return [
    { kind: 'icon', icon: 'circle-slash', color: colorId('unknown', false) },
    space,
    ...missWording(result, newest.source)(plain(formatSource(newest.source)), agePart(newest.asOf, context.now)),
    ...serviceMessageParts(newest.serviceMessage),
  ];
}

/** The service's message about a miss, truncated to a line, with all of it in the tooltip. */
function serviceMessageParts(serviceMessage: string | undefined): readonly Part[] {
  const short = formatServiceMessage(serviceMessage);
  const whole = formatServiceMessage(serviceMessage, fullMessageLength);
  if (short === '') return [];
  return [space, { kind: 'text', text: short, ...(short === whole ? {} : { title: whole }) }];
}

/** For a URL that was sent in part: the sent part, and a link that sends all of it. */
export function sentLine(result: LookupResult, context: HoverContext): Line | undefined {
  if (result.sentAs === undefined || result.sentAs === result.indicator.value) return undefined;
  return [
    ...label(t('Sent')),
    plain(`${truncateIndicator(context.defang(result.sentAs), 80)} `),
    link(
      t('Send Full URL…'),
      { id: 'threatLookups.lookUpOnService', args: [target(result.indicator, context), { wholeUrl: true }] },
      t('Look up again with the full URL'),
    ),
  ];
}
