import { type Form, tabbed } from './form';

/** Lists of locations. */
export const ofLocations: readonly Form[] = [
  {
    shape: 'iptoasn',
    lines: [
      tabbed('203.0.113.2', '203.0.113.7', '64500', 'DE', 'EXAMPLE, "Inc."'),
      tabbed('203.0.113.8', '203.0.113.9', '0', 'None', 'Not routed'),
    ],
    says: { '203.0.113.2-203.0.113.7': 'DE, AS64500, EXAMPLE, "Inc."' },
    skipped: { noKnowledge: 1 },
  },
  {
    shape: 'iptoasn',
    lines: [tabbed('203.0.113.2', '203.0.113.7', 'DE'), tabbed('203.0.113.8', '203.0.113.9', 'None')],
    says: { '203.0.113.2-203.0.113.7': 'DE' },
    skipped: { noKnowledge: 1 },
  },
  {
    shape: 'iptoasn',
    lines: [tabbed('3405803776', '3405804031', '64500', 'DE', 'EXAMPLE')],
    says: { '203.0.113.0-203.0.113.255': 'DE, AS64500, EXAMPLE' },
  },
  {
    shape: 'ip-location-db',
    lines: ['203.0.113.0,203.0.113.255,64500,"Example, Inc."'],
    says: { '203.0.113.0-203.0.113.255': 'AS64500, Example, Inc.' },
  },
  {
    shape: 'ip-location-db',
    lines: ['203.0.113.0,203.0.113.6,AU', '2001:db8::,2001:db8::ff,'],
    says: { '203.0.113.0-203.0.113.6': 'AU' },
    skipped: { noKnowledge: 1 },
  },
  {
    shape: 'ip-location-db',
    lines: ['203.0.113.0,203.0.113.255,AU,Queensland,,South Brisbane,,-27.4767,153.017,Australia/Brisbane'],
    says: { '203.0.113.0-203.0.113.255': 'AU, South Brisbane' },
  },
  {
    shape: 'rir',
    lines: [
      '2|afrinic|20260105|3|00000000|20260105|00000',
      'afrinic|*|ipv4|*|1|summary',
      'afrinic|ZA|asn|64500|1|19910301|allocated|A',
      'afrinic|ZA|ipv4|203.0.113.0|24|19910301|allocated|A',
      'afrinic|EG|ipv6|2001:db8::|32|20070920|assigned|B',
      'afrinic||ipv4|198.51.100.0|256||available|',
    ],
    says: { '203.0.113.0-203.0.113.23': 'ZA', '2001:db8::/32': 'EG' },
    skipped: { autonomousSystem: 1, noKnowledge: 1 },
  },
  {
    shape: 'geofeed',
    lines: ['# feed', '203.0.113.0/24,NL,NL-NH,Amsterdam,1098 XH', '198.51.100.7,US,US-AL', '2001:db8::/32,,,,'],
    says: { '203.0.113.0/24': 'NL, Amsterdam', '198.51.100.7': 'US' },
    skipped: { noKnowledge: 1 },
  },
];
