import { lookupKey } from '../../indicators/identity/lookupKey';
import type { Indicator, IndicatorType } from '../../indicators/identity/types';
import { readJudgment } from '../../records/judgment';
import type { IndicatorRecord, SkippedEntries } from '../../records/record';
import { bounds, boundedText } from './bounds';
import { Fields, isMissing, isObject, present, readList, type OnDropped } from './fields';
import { getRisk, getTimestamps } from './riskFields';
import { readComment, readFeed, readRedirectEnd, readRiskFactor, readThreat } from './links';
import { readAttributes, readProperties } from './properties';
import { flag, integer, text } from './values';

/**
 * Reads an Indicator object (lookup API: “Indicator object”) or a row of an Explore response, field by field: an
 * invalid field is dropped, the record remains. `requested` replaces a missing value or type. Undefined for what isn't
 * a record.
 */
export function readIndicator(
  raw: unknown,
  requested: Indicator | undefined,
  onDropped: OnDropped,
): IndicatorRecord | undefined {
  if (!isObject(raw)) return undefined;
  const skipped: SkippedEntries[] = [];
  const report = noting(skipped, onDropped);
  const fields = new Fields(raw, '', report);
  const iid = fields.read('iid', integer);
  const statedValue = fields.read('indicator', text)?.trim();
  const risk = getRisk(fields);
  if (iid === undefined && statedValue === undefined && risk.missing) return undefined;
  const value = valueOf(statedValue, requested);
  if (value === undefined) return undefined;
  const details = fields.inside('summary');
  const ends = fields.inside('redirects');
  const list = <T>(name: string, read: ReadItem<T>, source: Fields): T[] =>
    readList(source.raw(name), name, report, (item, path) => read(item, path, report));

  return {
    value,
    type: getType(fields.read('type', text)) ?? (requested === undefined ? guessType(value) : requested.type),
    risk: risk.level,
    manualRisk: fields.read('manualrisk', flag) ?? false,
    retired: risk.retired,
    timestamps: getTimestamps(fields),
    riskFactors: list('riskfactors', readRiskFactor, fields),
    redirects: { from: list('from', readRedirectEnd, ends), to: list('to', readRedirectEnd, ends) },
    threats: list('threats', readThreat, fields),
    feeds: list('feeds', readFeed, fields),
    comments: list('comments', readComment, fields),
    attributes: {
      ...readAttributes(details.raw('attributes'), 'summary.attributes', report),
      ...readAttributes(fields.raw('attributes'), 'attributes', report),
    },
    properties: {
      ...readProperties(details.raw('properties'), 'summary.properties', report),
      ...readProperties(fields.raw('properties'), 'properties', report),
    },
    ...present({
      iid,
      qid: fields.read('qid', integer),
      riskRecommended: risk.recommended,
      retiredReason: risk.reason,
      submissions: fields.read('submissions', integer),
      toplist: toplistOf(fields),
      judgment: judgmentOf(fields),
    }),
    // An unknown word can't be used as a risk, but it may mean something to the reader.
    other: { ...otherOf(fields, details), ...present({ stated_risk: risk.ownWord }) },
    skipped: skipped.length === 0 ? undefined : skipped,
  };
}

type ReadItem<T> = (item: unknown, path: string, onDropped: OnDropped) => T | undefined;

/** Reports what is dropped, within bounds, and notes in `skipped` how much was beyond them. */
function noting(skipped: SkippedEntries[], onDropped: OnDropped): OnDropped {
  let reports = 0;
  return (path, why, beyond) => {
    if (beyond !== undefined && skipped.length < bounds.reports) skipped.push({ at: boundedText(path), count: beyond });
    if (reports++ < bounds.reports) onDropped(path, why);
  };
}

/** Another spelling of the requested value is the same indicator; ours is the canonical one. */
function valueOf(statedValue: string | undefined, requested: Indicator | undefined): string | undefined {
  if (statedValue === undefined || requested === undefined) return statedValue ?? requested?.value;
  return lookupKey(statedValue) === lookupKey(requested) ? requested.value : statedValue;
}

/** The type of a type name; newer services distinguish `ipv6`. */
export function getType(word: string | undefined): IndicatorType | undefined {
  const type = word?.trim().toLowerCase();
  if (type === 'ipv4' || type === 'ipv6') return 'ip';
  return type === 'domain' || type === 'ip' || type === 'url' ? type : undefined;
}

/** The type of a value without a stated type. */
export function guessType(value: string): IndicatorType {
  if (value.includes('://')) return 'url';
  return /^\d{1,3}(?:\.\d{1,3}){3}$|^[0-9a-f.]*:[0-9a-f:.]*$/i.test(value) ? 'ip' : 'domain';
}

/** `<provider>_rank` and `<provider>_domain`: the prefix is the name of the list's provider. */
function toplistOf(fields: Fields): IndicatorRecord['toplist'] {
  for (const name of fields.names().filter((candidate) => /^[a-z0-9][a-z0-9_-]*_rank$/.test(candidate))) {
    const rank = fields.read(name, integer);
    const domain = fields.read(name.replace(/_rank$/, '_domain'), text);
    if (rank !== undefined && rank > 0) return { rank, ...present({ domain }) };
  }
  return undefined;
}

/** Only the service of a team sends it. */
function judgmentOf(fields: Fields): IndicatorRecord['judgment'] {
  const given = fields.raw('judgment');
  const judgment = readJudgment(given);
  if (judgment === undefined && !isMissing(given)) fields.dropped('judgment', 'not readable');
  return judgment;
}

/** Undocumented fields; `recent` is deprecated and has no meaning. */
function otherOf(fields: Fields, details: Fields): Record<string, unknown> {
  fields.raw('recent');
  const summary = details.rest();
  return { ...fields.rest(), ...(Object.keys(summary).length > 0 ? { summary } : {}) };
}
