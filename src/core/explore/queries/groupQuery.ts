import { formatQuery } from '../syntax/format';

const nowhere = { start: 0, end: 0 };

/** The query for all indicators linked to a threat or listed by a feed (api-spec: “Explore search”). */
export function groupQuery(field: 'threat' | 'feed', name: string): string {
  const ranges = { range: nowhere, fieldRange: nowhere, valueRange: nowhere };
  return formatQuery({ kind: 'term', field, operator: '=', value: name, quoted: true, ...ranges });
}
