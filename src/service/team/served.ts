import type { ServedRecords } from '../servedRecords';
import { countLinks, getFeed, getLinks, getSummary, getThreat } from './groups';
import { createTeamObjects } from './objects';
import { joined } from './joined';
import { findKeys, findThreats } from './query/search';
import { foundValuesByIid, recordByIid, recordsByKey, urlsOnHost } from './records';
import type { TeamContext } from './unit';

/** Returns the records of a team store for the service. */
export function serveTeam(context: TeamContext): ServedRecords {
  const { team, now } = context;
  const find = joined((keys) => recordsByKey(context, keys));
  const byKeys: ServedRecords['byKeys'] = async (keys) => {
    const records = await find(keys);
    return keys.flatMap((key) => records.get(key) ?? []);
  };
  return {
    byIid: (iid) => recordByIid(context, iid),
    byKeys,
    urlsOf: (host, slice) => urlsOnHost(context, host, slice),
    search: async (query, options) => byKeys(await findKeys(team, query, { ...options, now: now() })),
    searchThreats: (query, options) => findThreats(team, query, { ...options, now: now() }),
    foundValues: (iid) => foundValuesByIid(context, iid),
    groups: {
      threat: (requested) => getThreat(context, requested),
      feed: (requested) => getFeed(context, requested),
      counts: (kind, id) => countLinks(context, kind, id),
      summary: (kind, id, options) => getSummary(context, kind, id, options?.signal),
      links: (kind, id, page) => getLinks(context, kind, id, page),
    },
    stix: createTeamObjects(context),
  };
}
