import type { Comment, FeedLink, RedirectEnd, RiskFactor, ThreatLink } from '../../records/record';
import { parseRiskWord } from '../../records/risk';
import { Fields, isObject, present, type OnDropped } from './fields';
import { integer, timestamp, text } from './values';

/** Reads one row of `riskfactors`; a text alone is its description. */
export function readRiskFactor(raw: unknown, path: string, onDropped: OnDropped): RiskFactor | undefined {
  if (typeof raw === 'string') return raw.trim() === '' ? undefined : { description: text.parse(raw), risk: 'unknown' };
  if (!isObject(raw)) return undefined;
  const fields = new Fields(raw, path, onDropped);
  const description = fields.read('description', text);
  if (description === undefined) return undefined;
  return { description, risk: parseRiskWord(fields.raw('risk')), ...present({ id: fields.read('rfid', integer) }) };
}

/** Reads one row of `threats`; `threat` is the name in full records. */
export function readThreat(raw: unknown, path: string, onDropped: OnDropped): ThreatLink | undefined {
  if (typeof raw === 'string') return raw.trim() === '' ? undefined : { name: text.parse(raw), risk: 'unknown' };
  if (!isObject(raw)) return undefined;
  const fields = new Fields(raw, path, onDropped);
  const name = fields.readAny(['name', 'threat'], text);
  if (name === undefined) return undefined;
  return {
    name,
    risk: parseRiskWord(fields.raw('risk')),
    ...present({
      tid: fields.read('tid', integer),
      category: fields.read('category', text),
      linked: fields.read('stamp_linked', timestamp),
    }),
  };
}

/** Reads one row of `feeds`; `feed` is the name in full records. */
export function readFeed(raw: unknown, path: string, onDropped: OnDropped): FeedLink | undefined {
  if (typeof raw === 'string') return raw.trim() === '' ? undefined : { name: text.parse(raw) };
  if (!isObject(raw)) return undefined;
  const fields = new Fields(raw, path, onDropped);
  const name = fields.readAny(['name', 'feed'], text);
  if (name === undefined) return undefined;
  return {
    name,
    ...present({
      fid: fields.read('fid', integer),
      category: fields.read('category', text),
      organization: fields.read('organization', text),
      pricing: fields.read('pricing', text),
      linked: fields.read('stamp_linked', timestamp),
    }),
  };
}

/** Reads one row of `comments`; undefined without any text. */
export function readComment(raw: unknown, path: string, onDropped: OnDropped): Comment | undefined {
  if (typeof raw === 'string') return raw.trim() === '' ? undefined : { text: text.parse(raw) };
  if (!isObject(raw)) return undefined;
  const fields = new Fields(raw, path, onDropped);
  const title = fields.read('title', text);
  const words = fields.read('comment', text) ?? title;
  if (words === undefined) return undefined;
  return {
    text: words,
    ...present({
      cid: fields.read('cid', integer),
      uid: fields.read('uid', integer),
      username: fields.read('username', text),
      title,
      added: fields.read('stamp_added', timestamp),
      updated: fields.read('stamp_updated', timestamp),
    }),
  };
}

/** Reads one end of a redirect; its id is called `id` on one side and `iid` on the other. */
export function readRedirectEnd(raw: unknown, path: string, onDropped: OnDropped): RedirectEnd | undefined {
  if (typeof raw === 'string') return raw.trim() === '' ? undefined : { value: text.parse(raw) };
  if (!isObject(raw)) return undefined;
  const fields = new Fields(raw, path, onDropped);
  const value = fields.read('indicator', text);
  if (value === undefined) return undefined;
  return { value, ...present({ iid: fields.readAny(['iid', 'id'], integer) }) };
}
