import { knownContexts } from '../../core/context/knownContexts';
import type { LookupResult } from '../../core/lookups/types';
import type { NamedContext, ContextCategory } from '../../core/records/context';
import { contextCategory, contextLabel, contextNote } from '../../core/records/labels/contextLabels';
import type { Line } from '../shared/text/safeMarkdown';
import { truncateText } from '../../core/text/visibleText';
import { plain } from './knowledgeLines';
import { plural } from '../../l10n';

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

/** Whether something other than a verdict is known: what the indicator is, or where. */
export function isDescribed({ indicator, known, host, place }: LookupResult): boolean {
  return place !== undefined || knownContexts(indicator, known, host).length > 0;
}

/** What lists say that the indicator is, such as “Cloud · AWS · MISP warning lists”, a line each; empty if none does. */
export function contextLines({ indicator, known, host }: LookupResult): readonly Line[] {
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
