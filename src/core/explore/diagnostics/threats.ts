import { type TermNode } from '../ast';
import { isThreatField } from '../threatFields';
import { type FileQuery } from '../queryFile';
import { termsOf } from '../termsOf';
import { fix, inserting, replacing } from './edits';
import { type QueryDiagnostic, type QueryFix } from './types';

/** What the interface says that a search for threats looks at: themselves, and attributes of their indicators. */
const attributes: ReadonlySet<string> = new Set(['port', 'protocol', 'technology']);

/** Names that mean something in a search for threats alone. */
const threatsOnly: ReadonlySet<string> = new Set(['name', 'alias', 'category']);

/** Fields that don't go with what is searched for (api-spec: “Explore search”, type), and forms that it has not. */
export function threatDiagnostics(query: FileQuery): readonly QueryDiagnostic[] {
  const { settings, parsed } = query;
  const terms = termsOf(parsed.node);
  if (settings.type !== 'threats') return terms.flatMap((term) => checkThreatOnlyField(term, query));
  const form = settings.format === 'stix' ? stixOfThreats(query) : [];
  return [...form, ...terms.flatMap(checkIndicatorField)];
}

function checkIndicatorField({ field, value, fieldRange, range }: TermNode): readonly QueryDiagnostic[] {
  const name = field.toLowerCase();
  if (isThreatField(name) || attributes.has(name)) return [];
  if (name === 'type') {
    const message = `A threat is no ${value}: this asks for threats that have such an indicator. What is searched for stands in “# @type”.`;
    return [{ code: 'notForThreats', severity: 'warning', message, range, fixes: [] }];
  }
  const message =
    `“${field}” is asked of the indicators of a threat. The interface promises name, alias, category, port, protocol and technology ` +
    'for threats alone: another service may not take it.';
  return [{ code: 'notForThreats', severity: 'information', message, range: fieldRange, fixes: [] }];
}

function checkThreatOnlyField({ field, fieldRange }: TermNode, query: FileQuery): readonly QueryDiagnostic[] {
  if (!threatsOnly.has(field.toLowerCase()) || query.range === undefined) return [];
  const message = `Only searches for threats know “${field}”.`;
  const fixes = [
    fix('Search for threats: “# @type threats”', ...typeEdits(query)),
    ...(field.toLowerCase() === 'category' ? [] : [fix('Change to “threat”', replacing(fieldRange, 'threat'))]),
  ];
  return [{ code: 'onlyForThreats', severity: 'warning', message, range: fieldRange, fixes }];
}

function typeEdits({ directives, range }: FileQuery): QueryFix['edits'] {
  const there = directives.find(({ name, ownLine, value }) => ownLine && value !== '' && name.toLowerCase() === 'type');
  return [
    there === undefined ? inserting(range?.start ?? 0, '# @type threats\n') : replacing(there.valueRange, 'threats'),
  ];
}

function stixOfThreats({ directives }: FileQuery): readonly QueryDiagnostic[] {
  const at = directives.findLast(({ name, ownLine }) => ownLine && name.toLowerCase() === 'format');
  if (at === undefined) return [];
  const message = 'STIX is for indicators: the local service gives threats as JSON or CSV, and others may do the same.';
  const fixes = [fix('Change to “csv”', replacing(at.valueRange, 'csv'))];
  return [{ code: 'notForThreats', severity: 'warning', message, range: at.valueRange, fixes }];
}
