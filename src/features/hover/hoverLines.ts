import { getHost } from '../../core/indicators/identity/getHost';
import type { LookupResult, IgnoreOrigin, LookupState } from '../../core/lookups/types';
import type { Known } from '../../core/records/knowledge';
import type { Line, Part, CommandLink } from '../shared/text/safeMarkdown';
import { isOfParent, isSameSource, judgmentIn, type Source } from '../../core/records/knowledge';
import { truncateText } from '../../core/text/visibleText';
import { truncateIndicator } from '../shared/text/truncateIndicator';
import { omitPassword } from '../../core/text/omitPassword';
import { mergedDescription, mergedReasons, mergedThreats } from './mergedLines';
import { ownSource } from '../../core/context/builtIn';
import { falsePositiveContext } from '../../core/context/falsePositives';
import { riskRank } from '../../core/records/risk';
import type { HoverContext } from './hoverContext';
import {
  aboutLine,
  fromLine,
  label,
  markingsLine,
  otherSourceLine,
  otherSourceLines,
  otherSourceParts,
  plain,
  reasonParts,
  seenLine,
  threatParts,
  threatsLine,
  verdictParts,
  whyLine,
  agePart,
} from './knowledgeLines';
import { t, formatDate, formatAge, formatRelative, plural } from '../../l10n';
import { geoLocationLabel } from '../../core/context/geoLocation';
import { uniqueCredits } from '../../core/records/labels/credit';
import type { Indicator } from '../../core/indicators/identity/types';
import { seenBeforeText } from '../shared/indicators/seenBefore';
import type { UnreadStore } from '../../core/lookups/unreadStore';
import { formatRequestError } from '../shared/format/formatRequestError';
import { reservedMessage } from '../shared/format/reservedMessage';
import { formatServiceMessage, fullMessageLength, joinSentences } from '../shared/format/serviceMessage';
import { unreadStoreMessage } from '../shared/format/unreadStore';
import { strings } from './strings';
import { isLocalHost } from '../../core/records/sourceId';
import { messageParts } from '../shared/text/safeMarkdown';
import { byAuthor } from '../../core/records/judgment';
import { judgmentParts } from '../../core/records/labels/judgmentLabels';
import { shortSource, getVerdict, colorId, formatSource, hostLabel } from '../../core/records/labels/verdict';
import type { CommandTarget } from '../shared/ids/commands';
import { knownContexts } from '../../core/context/knownContexts';
import type { NamedContext, ContextCategory } from '../../core/records/context';
import { contextCategory, contextLabel, contextNote } from '../../core/records/labels/contextLabels';

/** Codicons of what something is. */
const icons: Readonly<Record<ContextCategory, string>> = {
  cloud: 'cloud',
  cdn: 'server',
  resolver: 'server',
  crawler: 'globe',
  scanner: 'search',
  sinkhole: 'bug',
  tor: 'eye-closed',
  vpn: 'lock',
  proxy: 'arrow-swap',
  certificates: 'verified',
  shortener: 'link',
  dynamicDns: 'globe',
  parking: 'watch',
  anyContent: 'organization',
  popular: 'star',
  vendor: 'organization',
  mail: 'mail',
  security: 'shield',
  blockList: 'circle-slash',
  other: 'tag',
};

/** The icon of a category; one that doesn't look like a verdict. */
function contextIcon(category: ContextCategory): string {
  return icons[category];
}

/** Statements with a line each; further ones are counted, with their text in the tooltip. */
const shownContexts = 2;
const maxInTooltip = 10;

/** Whether a context or a location of the indicator is known. */
function isDescribed({ indicator, known, host, place }: LookupResult): boolean {
  return place !== undefined || knownContexts(indicator, known, host).length > 0;
}

/** The indicator's contexts according to lists, such as “Cloud · AWS · MISP warning lists”, one per line. */
function contextLines({ indicator, known, host }: LookupResult): readonly Line[] {
  const contexts = knownContexts(indicator, known, host);
  const shown = contexts.slice(0, shownContexts);
  const rest = contexts.slice(shown.length);
  return shown.map((each, index) =>
    index === shown.length - 1 && rest.length > 0 ? [...parts(each), { kind: 'gap' }, moreParts(rest)] : parts(each),
  );
}

function parts(context: NamedContext): Line {
  const name = contextCategory(context.category);
  const note = contextNote(context.category);
  // The name of the category is in the label already.
  const label = truncateText(contextLabel(context).slice(name.length), 90);
  return [
    { kind: 'icon', icon: contextIcon(context.category) },
    plain(' '),
    { kind: 'text', text: name, tone: 'strong' },
    plain(label),
    { kind: 'text', text: ` · ${truncateText(context.source, 60)}`, tone: 'label' },
    ...(note === undefined ? [] : [plain(` · ${note}`)]),
  ];
}

function moreParts(rest: readonly NamedContext[]) {
  const title = rest
    .slice(0, maxInTooltip)
    .map((each) => `${truncateText(contextLabel(each), 90)} (${truncateText(each.source, 60)})`)
    .join(' · ');
  return {
    kind: 'text',
    text: plural(rest.length, { one: 'and {0} more entry', other: 'and {0} more entries' }),
    title,
  } as const;
}

const gap: Part = { kind: 'gap' };
const space = plain(' ');
const warning: Part = { kind: 'icon', icon: 'warning', color: 'editorWarning.foreground' };
const loadSample: CommandLink = { id: 'threatLookups.loadSample', args: [] };
const importFiles: CommandLink = { id: 'threatLookups.import', args: [] };
const addList: CommandLink = { id: 'threatLookups.addList', args: [] };
const connect: CommandLink = { id: 'threatLookups.connect', args: [] };

/** Why the service was or wasn't queried, the result, and one action. Undefined if the data is enough. */
function stateLine(result: LookupResult, context: HoverContext): Line | undefined {
  const { state, known } = result;
  if (result.unread !== undefined && isLocalState(result)) return undefined;
  switch (state.kind) {
    case 'settled':
      return notFoundLine(result, context);
    case 'noService':
      return known.length > 0 || result.worseHost !== undefined || !context.offerService
        ? undefined
        : noServiceLine(result, context);
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
            link(t('Change Lookup Mode…'), { id: 'threatLookups.changeMode', args: [] }, t('Change the lookup mode')),
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
        : t('No information found. No service is connected.'),
    ),
    space,
    ...(offerSample
      ? [
          link(
            t('Add List…'),
            addList,
            t("Add public lists of threats and known services. The recommended ones don't need an account."),
          ),
          gap,
        ]
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
function unreadStoreLine(result: LookupResult, context: HoverContext): Line | undefined {
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
      return link(t('Show Output'), { id: 'threatLookups.showDetails', args: [] }, t('Open the output channel'));
  }
}

/** Whether the state is only about the local store, and so doesn't apply if that wasn't read. */
function isLocalState({ state, known, notFound }: LookupResult): boolean {
  if (known.length > 0) return false;
  if (state.kind === 'failed') return isLocalHost(state.host);
  return state.kind === 'noService' || (state.kind === 'settled' && notFound.length === 0);
}

function notRequestedLine(
  { indicator, known }: LookupResult,
  { host, wouldSend, sendsHost }: Extract<LookupState, { kind: 'notRequested' }>,
  context: HoverContext,
): Line {
  const cached = known.find((each) => each.source.kind === 'service' && each.source.name === host && !isOfParent(each));
  const reason =
    cached === undefined
      ? t('Not looked up yet.')
      : cached.detail === 'summary'
        ? t('Summary only.')
        : t('The cached result is out of date.');
  return [plain(reason), space, ...offerParts(indicator, { host, wouldSend, sendsHost }, context)];
}

/** “Host:” before a state of the URL's host. */
function hostLabelOf({ ofHost }: { readonly ofHost?: true }): readonly Part[] {
  return ofHost === true ? label(t('Host')) : [];
}

/** The message about a miss; names the subject if other lines are about the URL's host or a parent domain. */
function notFoundWording(result: LookupResult, source: Source): typeof strings.notFoundOn {
  const { indicator, state, host, known } = result;
  if (isHostNotFound(result, source)) return strings.neitherKnownTo;
  const isAboutHost = (state.kind === 'failed' || state.kind === 'pending') && state.ofHost === true;
  if (indicator.type === 'url' && (host !== undefined || isAboutHost)) return strings.urlNotFoundOn;
  return known.some(isOfParent) ? strings.domainNotFoundOn : strings.notFoundOn;
}

/** Whether the same source doesn't know the host of the URL either. */
function isHostNotFound({ host, hostNotFound = [] }: LookupResult, { address }: Source): boolean {
  return host === undefined && hostNotFound.some(({ source }) => source.address === address);
}

/** The values that a click would send. */
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

/** The error of a lookup, its time, remedies, and a way to try again. */
function errorLine(state: Extract<LookupState, { kind: 'failed' }>, indicator: Indicator, context: HoverContext): Line {
  const { error, host, triedAt, nextAt, wouldSend, sendsHost } = state;
  const { sentence, whole, action } = formatRequestError(error, host, context.now);
  const attempts = joinSentences(
    triedAt === undefined ? '' : t('Last attempt: {0}.', formatAge(triedAt, context.now)),
    nextAt === undefined ? '' : t('Next attempt {0}.', formatRelative(nextAt, context.now)),
  );
  const message: Part = { kind: 'text', text: ` ${sentence}`, title: whole === sentence ? undefined : whole };
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

/** States that the URL isn't known, if the state is that of its host. */
function urlNotFoundLine(result: LookupResult, context: HoverContext): Line | undefined {
  const { state } = result;
  const isAboutHost = (state.kind === 'failed' || state.kind === 'pending') && state.ofHost === true;
  return isAboutHost && result.notFound.length > 0 ? notFoundLine(result, context) : undefined;
}

/** “Not known to intel.example (checked 5 minutes ago).” The newest miss counts. */
function notFoundLine(result: LookupResult, context: HoverContext): Line | undefined {
  const { notFound } = result;
  const [newest] = notFound;
  if (newest === undefined && hasFindings(result)) return undefined;
  if (newest === undefined) return [plain(isDescribed(result) ? t('No verdict found.') : t('No information found.'))];
  return [
    { kind: 'icon', icon: 'circle-slash', color: colorId('unknown', false) },
    space,
    ...notFoundWording(result, newest.source)(plain(formatSource(newest.source)), agePart(newest.asOf, context.now)),
    ...serviceMessageParts(newest.serviceMessage),
  ];
}

/** The service's message about a miss, truncated to a line, with all of it in the tooltip. */
function serviceMessageParts(serviceMessage: string | undefined): readonly Part[] {
  const short = formatServiceMessage(serviceMessage);
  const whole = formatServiceMessage(serviceMessage, fullMessageLength);
  if (short === '') return [];
  return [space, { kind: 'text', text: short, title: short === whole ? undefined : whole }];
}

/** For a URL that was sent in part: the sent part, and a link that sends all of it. */
function sentLine(result: LookupResult, context: HoverContext): Line | undefined {
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

const maxNote = 160;
const maxTags = 100;
const maxPerson = 60;
/** In the tooltip of a truncated text. */
const maxTitle = 1_000;

/** The user's note and tags on one line; undefined if there are none. */
function annotationLine({ annotation }: HoverContext): Line | undefined {
  if (annotation === undefined) return undefined;
  const { note = '', tags = [] } = annotation;
  return [
    ...(note === '' ? [] : [...label(t('Note')), shortened(note, maxNote)]),
    ...(note === '' || tags.length === 0 ? [] : [{ kind: 'gap' } as const]),
    ...(tags.length === 0 ? [] : [...label(t('Tags')), shortened(tags.join(', '), maxTags)]),
  ];
}

/** The team's judgment and its authors; undefined without a judgment. */
function teamLine({ known }: LookupResult, { now, defangText }: HoverContext): Line | undefined {
  const judgment = judgmentIn(known);
  if (judgment === undefined) return undefined;
  const said = byAuthor(judgment).flatMap((each) => [
    { kind: 'gap' } as const,
    shortened(judgmentParts(each, defangText).join(' · '), maxNote),
    { kind: 'gap' } as const,
    plain(t('by {0}, {1}', truncateText(each.by, maxPerson), formatRelative(each.at, now))),
  ]);
  return [...label(t('Team')), ...said.slice(1)];
}

/** In which other triaged files the indicator was, with a link to them. */
function seenBeforeLine({ indicator }: LookupResult, { seenBefore }: HoverContext): Line | undefined {
  if (seenBefore === undefined) return undefined;
  const { type, value } = indicator;
  return [
    ...label(t('Seen before')),
    link(
      seenBeforeText(seenBefore),
      { id: 'threatLookups.showSeenBefore', args: [{ type, value }] },
      t('Go to these files'),
    ),
  ];
}

function shortened(text: string, max: number) {
  const line = text.replace(/\s+/g, ' ');
  const short = truncateText(line, max);
  return short === line ? plain(line) : ({ kind: 'text', text: short, title: truncateText(line, maxTitle) } as const);
}

/** The maximum length of a hover. */
export const maxLines = 10;
const hostReasonsShown = 2;
const hostThreatsShown = 2;
const maxHostDescription = 100;
const linksShown = 2;
/** Characters of an indicator, so that it fits in a line of a hover, next to a verdict. */
const maxIndicator = 72;

/**
 * The whole hover of one lookup, most severe first, at most {@link maxLines} lines. Empty where there is nothing to show
 * (code, no service, nothing stored).
 */
export function hoverLines(result: LookupResult, context: HoverContext): readonly Line[] {
  const lines = linesOf(result, context);
  const { detectionRules } = context;
  if (detectionRules === undefined) return lines;
  const rules = detectionRules.length === 0 ? t('default (no rule matched)') : detectionRules.join(' · ');
  return [...lines, [...label(t('Detection')), plain(rules)]];
}

function linesOf(result: LookupResult, context: HoverContext): readonly Line[] {
  const { known } = result;
  const [lead] = known;
  const state = stateLine(result, context);
  if (lead === undefined) return bareLines(result, state, context);
  const unread = unreadStoreLine(result, context);
  const around = present([
    ...linkLines(context),
    locationLine(result),
    hostLine(result, context),
    sentLine(result, context),
    seenBeforeLine(result, context),
    urlNotFoundLine(result, context),
    state,
    unread,
  ]);
  const head = [
    headLine(result, lead, context),
    ...present([teamLine(result, context), annotationLine(context)]),
    ...contextLines(result),
    ...quietLines(result, context),
  ];
  const main = mergedLines(known, maxLines - 1 - head.length - around.length, context);
  const room = maxLines - 1 - head.length - main.length - around.length;
  return [
    ...head,
    ...main,
    ...otherSourceLines(known.slice(1), room, context),
    ...around,
    actionsLine(result, context),
  ];
}

/** Why a risky indicator isn't highlighted: the list according to which it is a known service. */
function quietLines({ indicator, known, host }: LookupResult, { skipsWellKnown }: HoverContext): readonly Line[] {
  if (skipsWellKnown !== true) return [];
  const noise = falsePositiveContext(indicator, indicator.type === 'url' ? (host ?? []) : known);
  const isRisky = known.some(({ record: { risk } }) => riskRank(risk) > riskRank('none'));
  if (noise === undefined || !isRisky) return [];
  // The list that the extension contains has no name that users know.
  const list = noise.source === ownSource ? undefined : truncateText(noise.source, 60);
  return [
    [
      plain(
        list === undefined
          ? t('Not highlighted: known service')
          : t('Not highlighted: listed as a known service in “{0}”', list),
      ),
    ],
  ];
}

function bareLines(result: LookupResult, state: Line | undefined, context: HoverContext): readonly Line[] {
  const unread = unreadStoreLine(result, context);
  const found = present([hostLine(result, context)]);
  const own = present([annotationLine(context), seenBeforeLine(result, context)]);
  if (present([state, unread, ...own, ...found]).length === 0 && !isInKnownLink(context)) return [];
  const head: Line = shown(result, context);
  const about = [...own, ...linkLines(context), ...contextLines(result), ...present([locationLine(result)])];
  // An offer rather than an answer takes a single line.
  if (state !== undefined && result.state.kind === 'noService' && found.length === 0) {
    const scan: Line = context.scansOutside === true ? [{ kind: 'gap' }, scanLink(result, context)] : [];
    const offer: Line = [...state, ...scan, { kind: 'gap' }, copyDefangedLink(result, context)];
    return about.length === 0 ? [[...head, { kind: 'gap' }, ...offer]] : [head, ...about, offer];
  }
  // Data about the host comes before the reason why there is no other data.
  const reason = found.length > 0 && result.state.kind === 'noService' ? undefined : state;
  const notFound = urlNotFoundLine(result, context);
  return present([
    head,
    ...about,
    ...found,
    notFound,
    reason,
    sentLine(result, context),
    unread,
    actionsLine(result, context),
  ]);
}

/** Whether there is data about an indicator or its host, which is shown immediately. */
export function hasFindings({ known, host }: LookupResult): boolean {
  return known.length > 0 || host !== undefined;
}

/** Lines that the service's answer adds to a hover that already shows `before`. May be empty. */
export function addedLines(before: LookupResult, after: LookupResult, context: HoverContext): readonly Line[] {
  if (!hasFindings(before)) return hoverLines(after, context);
  const fresh = after.known.filter(
    (known) => !before.known.some((old) => isSameSource(old, known) && old.asOf === known.asOf),
  );
  const state = stateLine(after, context);
  return fresh
    .flatMap((known) => {
      const old = before.known.find((other) => isSameSource(other, known));
      if (old !== undefined && sameVerdict(old, known))
        return [unchangedLine(known, context), ...newReasons(before.known, known, context)];
      // Nothing is repeated, and only the leading verdict is shown as such.
      return known === after.known[0]
        ? [verdictParts(known), ...freshLines(before.known, known, context)]
        : [otherSourceLine(known, context), ...newReasons(before.known, known, context)];
    })
    .concat(
      present([newHostLine(before, after, context), sentLine(after, context), urlNotFoundLine(after, context), state]),
    )
    .slice(0, maxLines);
}

function sameVerdict(a: Known, b: Known): boolean {
  const [one, other] = [getVerdict(a.record), getVerdict(b.record)];
  return one.label === other.label && one.retired === other.retired && one.manual === other.manual;
}

function unchangedLine(known: Known, context: HoverContext): Line {
  return [...label(t('Unchanged')), ...otherSourceParts(known, context)];
}

/** The reasons, threats, and description that aren't shown yet. */
function newReasons(shownAlready: readonly Known[], fresh: Known, context: HoverContext): readonly Line[] {
  const rest = withoutShown(shownAlready, fresh);
  return present([
    whyLine([rest], context),
    aboutLine(shownAlready) === undefined ? aboutLine([fresh]) : undefined,
    threatsLine([rest]),
  ]);
}

function freshLines(shownAlready: readonly Known[], fresh: Known, context: HoverContext): readonly Line[] {
  return [
    ...newReasons(shownAlready, fresh, context),
    ...present([markingsLine([fresh]), seenLine([fresh], context), fromLine(fresh, context)]),
  ];
}

/** A source's data without the reasons, feeds, and threats that others already gave. */
function withoutShown(shownAlready: readonly Known[], { record, ...known }: Known): Known {
  const shownReasons = new Set(mergedReasons(shownAlready).map(({ text }) => text.toLowerCase()));
  const shownThreats = new Set(mergedThreats(shownAlready).map(({ value }) => value.name.toLowerCase()));
  const riskFactors = record.riskFactors.filter(({ description }) => !shownReasons.has(description.toLowerCase()));
  return {
    ...known,
    record: {
      ...record,
      riskFactors,
      feeds: record.riskFactors.length > 0 ? [] : record.feeds,
      threats: record.threats.filter(({ name }) => !shownThreats.has(name.toLowerCase())),
    },
  };
}

function headLine(result: LookupResult, lead: Known, context: HoverContext): Line {
  return [...verdictParts(lead), { kind: 'gap' }, ...shown(result, context)];
}

/** The indicator defanged and truncated, and an internationalized name as its readers write it. */
function shown({ indicator }: LookupResult, context: HoverContext): Line {
  const value = omitPassword(indicator.value);
  const defanged = context.defang(value);
  const truncated = truncateIndicator(defanged, maxIndicator);
  const name: Part = {
    kind: 'text',
    text: truncated,
    tone: 'code',
    title: truncated === defanged ? undefined : truncateIndicator(defanged, 1000),
  };
  const native = context.displayForm(value);
  return native === value ? [name] : [name, plain(` (${truncateIndicator(context.defang(native), 60)})`)];
}

/** The data of all sources, in at most `room` lines: the description is dropped first, then the markings. */
function mergedLines(known: readonly Known[], room: number, context: HoverContext): readonly Line[] {
  const [lead] = known;
  const [why, about, threats, markings, seen] = [
    whyLine(known, context),
    aboutLine(known),
    threatsLine(known),
    markingsLine(known),
    seenLine(known, context),
  ];
  const from = lead === undefined ? undefined : fromLine(lead, context);
  const all = present([why, about, threats, markings, seen, from]);
  if (all.length <= room) return all;
  const short = present([why, threats, markings, seen, from]);
  return short.length <= room ? short : present([why, threats, seen, from]).slice(0, Math.max(1, room));
}

/** The host of a URL: its verdict, reasons, threats, and description. */
function hostLine(result: LookupResult, context: HoverContext): Line | undefined {
  const { indicator, host, worseHost } = result;
  const known = host ?? (worseHost === undefined ? [] : [worseHost]);
  const [lead] = known;
  if (lead === undefined) return undefined;
  // A network that contains the host isn't the host.
  const { type, value } = (lead.source.range === undefined ? undefined : getHost(indicator)) ?? lead.record;
  const reasons = mergedReasons(known).slice(0, hostReasonsShown);
  const hasSeveralSources = known.some(({ source }) => !isSameSource({ source }, lead));
  // Otherwise a reason names the source, or another line about the URL.
  const isSourceShown = !hasSeveralSources && !reasons.some(({ namesSource }) => namesSource) && !isNamed(lead, result);
  return [
    ...label(t('Host')),
    ...verdictParts(lead),
    { kind: 'gap' },
    link(
      truncateIndicator(context.defang(value), 60),
      { id: 'threatLookups.openRecord', args: [{ type, value }] },
      t('Open the record for this host'),
    ),
    ...reasons.flatMap((reason) => [plain(' · '), ...reasonParts(reason, hasSeveralSources, context)]),
    ...hostAbout(known, reasons),
    ...(isSourceShown ? [plain(` · ${truncateText(shortSource(lead.source), 60)}`)] : []),
  ];
}

/** The threats of a host that no reason names, and its description. */
function hostAbout(known: readonly Known[], reasons: ReturnType<typeof mergedReasons>): Line {
  const named = reasons.map(({ text }) => text.toLowerCase());
  const threats = mergedThreats(known)
    .filter(({ value: { name } }) => !named.some((text) => text.includes(name.toLowerCase())))
    .slice(0, hostThreatsShown);
  const about = mergedDescription(known);
  return [
    ...threats.flatMap(({ value, source }) => [plain(' · '), ...threatParts(value, source)]),
    ...(about === undefined ? [] : [plain(` · ${truncateText(about, maxHostDescription)}`)]),
  ];
}

/** Whether a line about the URL itself names the source of the host's verdict. */
function isNamed(ofHost: Known, { known, notFound: [notFound], state }: LookupResult): boolean {
  return (
    known.some((own) => isSameSource(own, ofHost)) ||
    (state.kind === 'settled' && notFound !== undefined && isSameSource(notFound, ofHost))
  );
}

/** Whether there is data about a link that contains the indicator, which is shown immediately. */
export function isInKnownLink({ links = [] }: HoverContext): boolean {
  return links.some(({ known }) => known.length > 0);
}

/** The links that contain the indicator, each with its verdict, and by whom it was wrapped. */
function linkLines({ links = [], defang }: HoverContext): readonly Line[] {
  return links
    .slice(-linksShown)
    .map(({ indicator: { type, value }, wrapper, known: [lead] }) => [
      ...label(t('Wrapped in')),
      ...(lead === undefined ? [] : [...verdictParts(lead), gap]),
      link(
        truncateIndicator(defang(omitPassword(value)), 60),
        { id: 'threatLookups.openRecord', args: [{ type, value }] },
        t('Open the record for this link'),
      ),
      ...(wrapper === undefined ? [] : [plain(` · ${wrapper}`)]),
      ...(lead === undefined ? [] : [plain(` · ${truncateText(shortSource(lead.source), 60)}`)]),
    ]);
}

function newHostLine(before: LookupResult, after: LookupResult, context: HoverContext): Line | undefined {
  const isShown = (after.host ?? []).every((known) =>
    (before.host ?? []).some((old) => isSameSource(old, known) && old.asOf === known.asOf),
  );
  return isShown ? undefined : hostLine(after, context);
}

function present(lines: readonly (Line | undefined)[]): Line[] {
  return lines.filter((line) => line !== undefined);
}

/** The location of the address: “Kassel, Germany · AS64500 · Example Hosting”, with the sources in the tooltip. */
function locationLine({ place }: Pick<LookupResult, 'place'>): Line | undefined {
  if (place === undefined) return undefined;
  const sources = place.sources.map(({ name, asOf }) => t('{0}, as of {1}', truncateText(name, 80), formatDate(asOf)));
  const credits = uniqueCredits(place.sources).map((line) => truncateText(line, 200));
  return [
    ...label(t('Location')),
    { kind: 'text', text: geoLocationLabel(place), title: [...sources, ...credits].join(' · ') },
  ];
}

/** The argument for a command of this hover. */
function target(indicator: Indicator, context: HoverContext): CommandTarget {
  const { type, value } = indicator;
  return context.at === undefined ? { type, value } : { type, value, at: context.at };
}

/** A link that runs a command. */
function link(label: string, command: CommandLink, title: string): Part {
  return { kind: 'link', label, command, title };
}

/** “Copy Defanged” for the hover's indicator. */
function copyDefangedLink({ indicator }: LookupResult, context: HoverContext): Part {
  const args = [target(indicator, context)] as const;
  return link(
    t('Copy Defanged'),
    { id: 'threatLookups.copyDefanged', args },
    t('Copy in defanged (non-clickable) form'),
  );
}

/** “Find in Log”: all lines of the document with the hover's indicator. */
function findInLogLink({ indicator }: LookupResult, context: HoverContext): readonly Part[] {
  if (context.at === undefined) return [];
  return [
    link(
      t('Find in Log'),
      { id: 'threatLookups.findInLog', args: [target(indicator, context)] },
      t("List the indicator's lines in this file, with times and clients"),
    ),
  ];
}

/** “Scan…” for the hover's indicator. */
function scanLink({ indicator }: LookupResult, context: HoverContext): Part {
  const args = [target(indicator, context)] as const;
  return link(
    t('Scan…'),
    { id: 'threatLookups.scan', args },
    t('Scan this indicator. You choose the scan type first.'),
  );
}

/** The last line: possible actions. “Look Up Again” only where that would send a request. */
function actionsLine(result: LookupResult, context: HoverContext): Line {
  const here = target(result.indicator, context);
  const links: Part[] = [
    link(t('Open Record'), { id: 'threatLookups.openRecord', args: [here] }, t('Open the full record')),
  ];
  if (context.canAsk && canRetry(result)) {
    links.push(
      link(t('Look Up Again'), { id: 'threatLookups.lookUpAgain', args: [here] }, t('Look up on the service now')),
    );
  }
  if (canScan(result, context)) {
    links.push(scanLink(result, context));
  }
  links.push(
    copyDefangedLink(result, context),
    ...findInLogLink(result, context),
    link(t('More…'), { id: 'threatLookups.moreActions', args: [here] }, t('More actions')),
  );
  return links.flatMap((part, index) => (index === 0 ? [part] : [{ kind: 'gap' }, part]));
}

/** Not where a scan could only report that the indicator is never sent. */
function canScan({ state }: LookupResult, { canAsk }: HoverContext): boolean {
  return state.kind !== 'offline' && !(state.kind === 'blocked' && canAsk);
}

function canRetry({ state }: LookupResult): boolean {
  if (state.kind !== 'failed') return state.kind === 'settled';
  // A rate limit also applies to clicks; the error's own line may already offer another attempt.
  return state.error.kind !== 'rateLimited' && state.wouldSend === undefined;
}
