import { exactTerm } from '../../../core/explore/queries/exactTerms';
import type { FeedCount, ThreatCount } from '../../../core/records/linked';
import type { UtcMillis } from '../../../core/records/record';
import type { FeedView, ThreatView } from '../../../webviews/messages/recordParts';
import { categoryLabel } from '../../shared/format/categoryLabel';
import { truncateText, visibleText } from '../../shared/text/visibleText';
import { countsView } from './countViews';
import { riskView } from '../../shared/format/riskView';

/** Longer names can't be opened. */
const maxNameLength = 2_000;

/** A threat in a list, with its counts if the source has them. It opens from the source `from`, which its ID belongs to. */
export function threatLinkView(threat: ThreatCount, from: string): ThreatView {
  const { tid, name, category, risk, linked, counts } = threat;
  return {
    name: shown(name),
    ...othersOf('threat', name),
    open: { kind: 'threat', source: from, tid, name: truncateText(name, maxNameLength) },
    category: category === undefined ? undefined : shown(categoryLabel(category)),
    risk: riskView(risk),
    ...linkedView(linked),
    counts: counts === undefined ? undefined : countsView(counts),
  };
}

/** A feed in a list, see {@link threatLinkView}. */
export function feedLinkView(feed: FeedCount, from: string): FeedView {
  const { fid, name, organization, counts } = feed;
  const category = feed.category === undefined ? undefined : categoryLabel(feed.category);
  const details = [organization, category, feed.pricing].filter(
    (part) => part !== undefined && part !== '' && part !== name,
  );
  const by = organization === undefined ? {} : { organization: truncateText(organization, maxNameLength) };
  return {
    name: shown(name),
    ...othersOf('feed', name),
    open: { kind: 'feed', source: from, fid, name: truncateText(name, maxNameLength), ...by },
    detail: shown(details.join(' · ')),
    ...linkedView(feed.linked),
    counts: counts === undefined ? undefined : countsView(counts),
  };
}

function othersOf(of: 'threat' | 'feed', name: string): { others?: string } {
  const others = exactTerm({ of }, name);
  return others === undefined ? {} : { others };
}

function linkedView(linked: UtcMillis | undefined): { linked?: UtcMillis } {
  return linked === undefined ? {} : { linked };
}

function shown(text: string): string {
  return truncateText(visibleText(text), 500);
}
