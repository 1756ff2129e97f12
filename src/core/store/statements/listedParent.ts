import { isWellKnown } from '../../context/builtIn';
import { knownContexts } from '../../context/knownContexts';
import { isSharedHost, isSharedContext } from '../../context/sharedHost';
import type { Indicator } from '../../indicators/identity/types';
import { canReachBelow } from '../../indicators/registry/namesAbove';
import { creditsField } from '../../records/labels/credit';
import { byPrecedence, isKnown, type Knowledge, type Known } from '../../records/knowledge';
import { emptyRecord } from '../../records/record';
import { type RiskLevel, riskLevels, riskRank } from '../../records/risk';
import { getMarkings, withMarkingNames } from '../../stix/tlp';
import { applyRiskOverride } from './riskOverride';

/** A name above another one, with the statements of sources about exactly that name. */
export interface NameAbove {
  readonly name: string;
  readonly statements: readonly Knowledge[];
}

/**
 * Statements about a name that follow from ratings of the nearest name above it: one for each source, a level lower.
 * `own` is the knowledge about the name itself, `rules` are statements about it by rules for all subdomains of others.
 *
 * Both names must have the same owner, so that names of registries, of companies for their customers, and of hosts that
 * many share don't count. Nothing follows if somebody decided otherwise about the name or the one above it.
 */
export function statementsOfParent(
  key: string,
  own: readonly Knowledge[],
  rules: readonly Known[],
  above: readonly NameAbove[],
): readonly Known[] {
  const parent = ratedParent(above);
  if (parent === undefined) return [];
  const known = own.filter(isKnown);
  const isSaid = rules.some(({ source, record }) => source.range === `*.${parent.name}` && !record.retired);
  if (isSaid || known.some(saysOtherwise)) return [];
  const indicator: Indicator = { type: 'domain', value: key };
  if (isWellKnown(indicator) || isSharedHost(indicator) || hasHarmlessContext(indicator, [...known, ...rules]))
    return [];
  return parent.known.filter(isRisky).map((each) => belowParent(each, parent.name, key));
}

/** The nearest name above that sources rate; undefined if they rate it as harmless, or no longer. */
function ratedParent(
  above: readonly NameAbove[],
): { readonly name: string; readonly known: readonly Known[] } | undefined {
  for (const { name, statements } of above) {
    if (!canReachBelow(name)) return undefined;
    const known = applyRiskOverride(statements).filter(isKnown).toSorted(byPrecedence);
    const [lead] = known;
    if (lead === undefined || lead.record.risk === 'unknown') continue;
    return isRisky(lead) && !isShared({ type: 'domain', value: name }, known) ? { name, known } : undefined;
  }
  return undefined;
}

function isRisky({ record: { risk, retired } }: Known): boolean {
  return !retired && riskRank(risk) > riskRank('none');
}

/** Whether its subdomains belong to others, or its operator is too big for an entry to mean anything for them. */
function isShared(parent: Indicator, known: readonly Known[]): boolean {
  if (isSharedHost(parent) || isWellKnown(parent) || hasHarmlessContext(parent, known)) return true;
  return known.some(({ record: { contexts = [] } }) => contexts.some(isSharedContext));
}

function hasHarmlessContext(indicator: Indicator, known: readonly Known[]): boolean {
  return knownContexts(indicator, known).some(({ kind }) => kind === 'knownServices');
}

/** Whether a statement about a name decides that it isn't risky, or is no longer, whatever is above it. */
function saysOtherwise({ source: { kind, urls }, record }: Known): boolean {
  if (urls !== undefined) return false;
  return kind === 'user' || record.retired || (record.risk === 'none' && (kind === 'import' || kind === 'mirror'));
}

/** A level lower; a low risk becomes unknown, so that it is only described. */
function lower(risk: RiskLevel): RiskLevel {
  return riskRank(risk) <= riskRank('low') ? 'unknown' : (riskLevels[riskRank(risk) - 1] ?? 'unknown');
}

function belowParent({ source, asOf, record: of }: Known, parent: string, key: string): Known {
  const risk = lower(of.risk);
  const markings = getMarkings(of);
  const verb = source.kind === 'import' || source.kind === 'mirror' ? 'listed as' : 'rated';
  const by = source.kind === 'user' ? 'you' : source.name;
  return {
    kind: 'known',
    // It isn't the answer of a service about this name.
    source: { kind: source.kind, name: source.name, parent: { name: parent, risk: of.risk } },
    asOf,
    detail: 'full',
    record: {
      ...emptyRecord(key, 'domain'),
      risk,
      timestamps: of.timestamps.seen === undefined ? {} : { seen: of.timestamps.seen },
      riskFactors: [{ description: `Subdomain of ${parent}, ${verb} ${of.risk} risk by ${by}`, risk }],
      threats: of.threats,
      other:
        markings.names.length + markings.refs.length === 0
          ? {}
          : withMarkingNames({ object_marking_refs: markings.refs }, markings.names),
      ...creditsField(of.credits ?? []),
    },
  };
}
