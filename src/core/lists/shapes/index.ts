import type { JsonShape, LineShape, TableShape } from '../listRow';
import { abuseChJson, abuseChTables } from './abuseCh';
import { c2IntelFeeds, tweetFeed, viriback, vxVault } from './c2';
import { cloudRanges } from './clouds';
import { suricataJson, suricataLines, suricataReputation, suricataStrings, zeekIntel } from './detection';
import { adblockList, hostsFile, resolverSettings } from './dnsFilters';
import { crux, geofeed, ipLocationDb, ipToAsn, majestic, rankedNames, registryStatistics } from './locations';
import { mispEvents } from './misp';
import { certPl, phishTank, phishTankJson } from './phishing';
import { responsePolicyZone } from './rpz';
import { dataplane, dropLines, dropText, dshield, firehol, ipsum, namedLists, torExits } from './sensors';
import { teamFile } from './teamFile';
import { warningList } from './warningLists';

/** Known shapes of lists of lines and tables. The first that recognizes the beginning of a file reads it. */
export const textShapes: readonly (LineShape | TableShape)[] = [
  zeekIntel,
  teamFile,
  ...abuseChTables,
  phishTank,
  certPl,
  vxVault,
  viriback,
  tweetFeed,
  c2IntelFeeds,
  majestic,
  crux,
  dropLines,
  dropText,
  dshield,
  dataplane,
  torExits,
  firehol,
  ...namedLists,
  ipsum,
  ipToAsn,
  ipLocationDb,
  registryStatistics,
  geofeed,
  suricataReputation,
  suricataLines,
  suricataStrings,
  responsePolicyZone,
  adblockList,
  resolverSettings,
  hostsFile,
  rankedNames,
];

/** Known shapes of JSON files. */
export const jsonShapes: readonly JsonShape[] = [
  ...abuseChJson,
  mispEvents,
  warningList,
  ...cloudRanges,
  phishTankJson,
  suricataJson,
];
