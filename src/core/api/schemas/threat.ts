import type { FeedRecord } from '../../records/feed';
import type { NewsItem, Reference, ThreatRecord } from '../../records/threat';
import { readCounts } from './counts';
import { Fields, isMissing, isObject, present, readList, type OnDropped } from './fields';
import { getRisk, getTimestamps } from './riskFields';
import { integer, timestamp, text } from './values';

/** Reads a full threat (lookup API: “Full threats and feeds”), field by field. Undefined for what isn't a threat. */
export function readThreatRecord(raw: unknown, onDropped: OnDropped): ThreatRecord | undefined {
  if (!isObject(raw)) return undefined;
  const fields = new Fields(raw, '', onDropped);
  const name = fields.readAny(['threat', 'name', 'tname'], text)?.trim();
  if (name === undefined || name === '') return undefined;
  const risk = getRisk(fields);
  return {
    name,
    risk: risk.level,
    retired: risk.retired,
    otherNames: readTexts(fields, ['othernames', 'aliases'], onDropped),
    references: readReferences(fields, onDropped),
    news: readList(fields.raw('news'), 'news', onDropped, (item, path) => readNews(item, path, onDropped)),
    ttps: readTexts(fields, ['ttps'], onDropped),
    timestamps: getTimestamps(fields),
    ...present({
      tid: fields.read('tid', integer),
      category: fields.read('category', text),
      retiredReason: risk.reason,
      description: fields.read('description', text),
      wikiSummary: fields.read('wikisummary', text),
      wikiReference: fields.read('wikireference', text),
    }),
    other: fields.rest(),
  };
}

/** Reads a full feed (lookup API: “Full threats and feeds”), field by field. Undefined for what isn't a feed. */
export function readFeedRecord(raw: unknown, onDropped: OnDropped): FeedRecord | undefined {
  if (!isObject(raw)) return undefined;
  const fields = new Fields(raw, '', onDropped);
  const name = fields.readAny(['feed', 'name'], text)?.trim();
  if (name === undefined || name === '') return undefined;
  const indicators = fields.raw('indicators');
  const counted = isObject(indicators) && isObject(indicators['counts']) ? indicators['counts'] : indicators;
  return {
    name,
    references: readReferences(fields, onDropped),
    timestamps: getTimestamps(fields),
    ...present({
      fid: fields.readAny(['fid', 'iid'], integer),
      organization: fields.read('organization', text),
      category: fields.read('category', text),
      pricing: fields.read('pricing', text),
      description: fields.read('description', text),
      website: fields.read('website', text),
      schedule: fields.read('schedule', text),
      counts: isMissing(counted) ? undefined : readCounts(counted, 'indicators', onDropped),
    }),
    other: fields.rest(),
  };
}

/** Texts under the first of these names that has any; of an object the texts that name it. */
function readTexts(fields: Fields, names: readonly string[], onDropped: OnDropped): readonly string[] {
  for (const name of names) {
    const texts = readList(fields.raw(name), name, onDropped, (item) => {
      if (!isObject(item)) return text.safeParse(item).data;
      const parts = ['id', 'external_id', 'name', 'title'].map((key) => text.safeParse(item[key]).data);
      return parts.filter((part) => part !== undefined && part !== '').join(' ') || undefined;
    });
    const nonEmpty = texts.map((each) => each.trim()).filter((each) => each !== '');
    if (nonEmpty.length > 0) return [...new Set(nonEmpty)];
  }
  return [];
}

function readReferences(fields: Fields, onDropped: OnDropped): readonly Reference[] {
  return ['references', 'external_references'].flatMap((name) =>
    readList(fields.raw(name), name, onDropped, (item, path): Reference | undefined => {
      if (!isObject(item)) {
        const url = text.safeParse(item).data?.trim();
        return url === undefined || url === '' ? undefined : { url };
      }
      const row = new Fields(item, path, onDropped);
      const reference = present({
        name: row.readAny(['source_name', 'name', 'title'], text),
        id: row.readAny(['external_id', 'id'], text),
        url: row.readAny(['url', 'link'], text),
        description: row.read('description', text),
      });
      return Object.keys(reference).length === 0 ? undefined : reference;
    }),
  );
}

function readNews(raw: unknown, path: string, onDropped: OnDropped): NewsItem | undefined {
  if (typeof raw === 'string') return raw.trim() === '' ? undefined : { title: text.parse(raw) };
  if (!isObject(raw)) return undefined;
  const fields = new Fields(raw, path, onDropped);
  const link = fields.readAny(['link', 'url'], text);
  const title = fields.read('title', text) ?? link;
  if (title === undefined) return undefined;
  return {
    title,
    ...present({
      channel: fields.read('channel', text),
      link,
      at: fields.readAny(['stamp', 'stamp_added', 'date'], timestamp),
    }),
  };
}
