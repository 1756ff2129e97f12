import type { FeedCount, LinkedIndicator, LinkPage, LinkSummary, Relation, ThreatCount } from '../../records/linked';
import { boundedText, bounds } from './bounds';
import { readBreakdowns, readCounts, readPropertyBreakdowns } from './counts';
import { Fields, isMissing, isObject, getList, present, readList, type OnDropped } from './fields';
import { guessType, getType } from './indicator';
import { getRisk } from './riskFields';
import { readFeed, readThreat } from './links';
import { readAttributes, readProperties } from './properties';
import { hasAny, isRowName, numberedValues, rowsIn } from './rows';
import { integer, timestamp, text } from './values';

/** No service returns fewer rows than these for a page that isn't the last. */
const minPage = 100;

export interface RequestedPage {
  /** From 0. */
  readonly page: number;
  /** The service names the next page wherever there is one. */
  readonly namesNextPage: boolean;
}

/**
 * Reads a page of links (lookup API: “Feed link result”): rows under `results`, or an object of relations.
 * `page_current` and `page_next` may be missing. Undefined for another response.
 */
export function readLinkPage(body: unknown, requested: RequestedPage, onDropped: OnDropped): LinkPage | undefined {
  if (!isObject(body) && !Array.isArray(body)) return undefined;
  const fields = new Fields(isObject(body) ? body : { results: body }, '', onDropped);
  const current = fields.read('page_current', integer);
  const namesNext = fields.names().includes('page_next');
  const next = fields.read('page_next', integer);
  const lists = listsOf(body);
  if (lists === undefined) return undefined;
  let unreadable = 0;
  const relations = lists.map(([name, raw]): Relation => {
    const path = name === '' ? 'results' : name;
    const all = getList(raw, path, onDropped, Infinity);
    const rows = all.slice(0, bounds.results);
    if (rows.length < all.length) onDropped(path, `${all.length - rows.length} more than ${bounds.results}`);
    const links = rows.map((row, index) => {
      const link = readLinked(row, `${path}[${index}]`, onDropped);
      if (link === undefined) onDropped(`${path}[${index}]`, 'not readable');
      return link;
    });
    const read = links.filter((link) => link !== undefined);
    unreadable += all.length - read.length;
    return { name, links: read };
  });
  const rows = relations.reduce((sum, { links }) => sum + links.length, unreadable);
  const page = current ?? requested.page;
  return { page, relations, unreadable, ...continued(requested, { page, current, next, namesNext, rows }) };
}

function continued(
  requested: RequestedPage,
  said: {
    readonly page: number;
    readonly current: number | undefined;
    readonly next: number | undefined;
    readonly namesNext: boolean;
    readonly rows: number;
  },
): Pick<LinkPage, 'more' | 'next'> {
  // A page that doesn't advance would be requested forever.
  if (said.next !== undefined && said.next > said.page) return { more: 'yes', next: said.next };
  const isOver =
    said.current === undefined || said.namesNext || requested.namesNextPage || said.page !== requested.page;
  return isOver || said.rows < minPage ? { more: 'no' } : { more: 'perhaps', next: said.page + 1 };
}

/** The lists of a response by relation; the list of all links has no name. */
function listsOf(body: unknown): readonly (readonly [string, unknown])[] | undefined {
  const results = isObject(body) ? Object.entries(body).find(([key]) => key.toLowerCase() === 'results') : undefined;
  const relations = relationsOf(results === undefined ? body : results[1]);
  if (relations !== undefined) return relations;
  const rows = rowsIn(body, ['results', 'links', 'indicators', 'data'], isRow);
  return rows === undefined ? undefined : [['', rows]];
}

function isRow(value: Readonly<Record<string, unknown>>): boolean {
  return hasAny(value, ['iid', 'indicator']);
}

/** The lists of an object whose names are relations; undefined for rows, and for what wraps them. */
function relationsOf(lists: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (!isObject(lists) || isRow(lists) || numberedValues(lists) !== undefined) return undefined;
  const named = Object.entries(lists)
    .filter(([key, value]) => typeof value === 'object' && value !== null && key !== '__proto__')
    .slice(0, bounds.groups)
    .map(([key, value]) => [boundedText(key), value] as const);
  const isWrapper = named.length === 1 && named.every(([name]) => isRowName(name));
  return named.length === 0 || isWrapper ? undefined : named;
}

/** Reads one row of links. */
function readLinked(raw: unknown, path: string, onDropped: OnDropped): LinkedIndicator | undefined {
  if (!isObject(raw)) return undefined;
  const fields = new Fields(raw, path, onDropped);
  const value = fields.read('indicator', text)?.trim();
  if (value === undefined || value === '') return undefined;
  const risk = getRisk(fields);
  const details = fields.inside('summary');
  return {
    value,
    type: getType(fields.read('type', text)) ?? guessType(value),
    risk: risk.level,
    retired: risk.retired,
    properties: readProperties(details.raw('properties'), `${path}.summary.properties`, onDropped),
    attributes: readAttributes(details.raw('attributes'), `${path}.summary.attributes`, onDropped),
    ...present({ iid: fields.read('iid', integer), linked: fields.read('stamp_linked', timestamp) }),
    other: { ...fields.rest(), ...details.rest() },
  };
}

/** Reads the summary of all links (lookup API: “Threat summary”). Undefined for another response. */
export function readLinkSummary(body: unknown, onDropped: OnDropped): LinkSummary | undefined {
  if (!isObject(body)) return undefined;
  const fields = new Fields(body, '', onDropped);
  const knows = ['risk', 'attributes', 'feeds', 'threats', 'properties', 'updated_last_domain'];
  if (!fields.names().some((name) => knows.includes(name))) return undefined;
  const risk = fields.raw('risk');
  const counts = isMissing(risk) ? undefined : readCounts(risk, 'risk', onDropped);
  if (counts === undefined && !isMissing(risk)) onDropped('risk', 'no counts');
  return {
    risk: counts ?? { total: 0, levels: {} },
    breakdowns: readBreakdowns(fields.raw('attributes'), 'attributes', onDropped),
    properties: readPropertyBreakdowns(fields.raw('properties'), 'properties', onDropped),
    feeds: readList(fields.raw('feeds'), 'feeds', onDropped, (item, path): FeedCount | undefined =>
      counted(readFeed(item, path, onDropped), item, path, onDropped),
    ),
    threats: readList(fields.raw('threats'), 'threats', onDropped, (item, path): ThreatCount | undefined =>
      counted(readThreat(item, path, onDropped), item, path, onDropped),
    ),
    ...present({ updatedLastDomain: fields.read('updated_last_domain', timestamp) }),
    other: fields.rest(),
  };
}

function counted<T extends object>(link: T | undefined, raw: unknown, path: string, onDropped: OnDropped) {
  if (link === undefined || !isObject(raw)) return link;
  const said = new Fields(raw, path, onDropped).raw('indicators');
  const counts = isMissing(said) ? undefined : readCounts(said, `${path}.indicators`, onDropped);
  return counts === undefined ? link : { ...link, counts };
}
