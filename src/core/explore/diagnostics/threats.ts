import { type TermNode, getTerms } from '../syntax/ast';
import { isThreatField } from '../syntax/fields';
import type { FileQuery } from '../syntax/queryFile';
import { changing, fix, inserting, type QueryDiagnostic, type QueryFix, replacing } from './diagnostic';
import { t } from '../../../l10n';

/** Attributes of indicators that searches for threats support, according to the interface. */
const attributes: ReadonlySet<string> = new Set(['port', 'protocol', 'technology']);

/** Fields available only in searches for threats. */
const threatsOnly: ReadonlySet<string> = new Set(['name', 'alias', 'category']);

/** Reports fields and formats that don't apply to what is searched for (lookup API: “Explore search”, type). */
export function threatDiagnostics(query: FileQuery): readonly QueryDiagnostic[] {
  const { settings, parsed } = query;
  const terms = getTerms(parsed.node);
  if (settings.type !== 'threats') return terms.flatMap((term) => checkThreatOnlyField(term, query));
  const form = settings.format === 'stix' ? stixOfThreats(query) : [];
  return [...form, ...terms.flatMap(checkIndicatorField)];
}

function checkIndicatorField({ field, value, fieldRange, range }: TermNode): readonly QueryDiagnostic[] {
  const name = field.toLowerCase();
  if (isThreatField(name) || attributes.has(name)) return [];
  if (name === 'type') {
    const message = t(
      "Threats don't have the type “{0}”. This matches threats with at least one indicator of that type. Use “# @type” to set what to search for.",
      value,
    );
    return [{ code: 'notForThreats', severity: 'warning', message, range, fixes: [] }];
  }
  const message = t(
    '“{0}” applies to the indicators of a threat. Some services may support only name, alias, category, port, protocol, and technology in searches for threats.',
    field,
  );
  return [{ code: 'notForThreats', severity: 'information', message, range: fieldRange, fixes: [] }];
}

function checkThreatOnlyField({ field, fieldRange }: TermNode, query: FileQuery): readonly QueryDiagnostic[] {
  if (!threatsOnly.has(field.toLowerCase()) || query.range === undefined) return [];
  const message = t('“{0}” is available only in searches for threats.', field);
  const fixes = [
    fix(t('Search for threats (“# @type threats”)'), ...typeEdits(query)),
    ...(field.toLowerCase() === 'category' ? [] : [changing(fieldRange, 'threat')]),
  ];
  return [{ code: 'onlyForThreats', severity: 'warning', message, range: fieldRange, fixes }];
}

function typeEdits({ directives, range }: FileQuery): QueryFix['edits'] {
  const existing = directives.find(
    ({ name, ownLine, value }) => ownLine && value !== '' && name.toLowerCase() === 'type',
  );
  return [
    existing === undefined
      ? inserting(range?.start ?? 0, '# @type threats\n')
      : replacing(existing.valueRange, 'threats'),
  ];
}

function stixOfThreats({ directives }: FileQuery): readonly QueryDiagnostic[] {
  const at = directives.findLast(({ name, ownLine }) => ownLine && name.toLowerCase() === 'format');
  if (at === undefined) return [];
  const message = t(
    "Query results are available as STIX only for indicators. For threats, use JSON or CSV, or export a threat's record.",
  );
  const fixes = [changing(at.valueRange, 'csv')];
  return [{ code: 'notForThreats', severity: 'warning', message, range: at.valueRange, fixes }];
}
