import { byPrecedence, type Known } from '../../records/knowledge';
import { riskRank } from '../../records/risk';
import type { LookupResult } from '../types';

/** The host of a URL if it is riskier. */
export function worseHostOf([known]: readonly Known[], lead: Known | undefined): Known | undefined {
  if (known === undefined || riskRank(known.record.risk) <= riskRank('none')) return undefined;
  if (lead === undefined) return known;
  const isWorse = riskRank(known.record.risk) > riskRank(lead.record.risk) && byPrecedence(known, lead) < 0;
  return isWorse ? known : undefined;
}

/** What is known about the host of a URL besides what is known about the URL: the only URL that a list has may be this one. */
export function hostKnowledge(ofHost: readonly Known[], own: readonly Known[]): readonly Known[] {
  const isThis = ({ source: { kind, name, urls } }: Known): boolean =>
    urls?.count === 1 && own.some(({ source }) => source.kind === kind && source.name === name);
  return ofHost.filter((known) => !isThis(known));
}

/** Whether sample data knows an indicator, or its host. */
export function hasSamples({ known, host = [] }: LookupResult): boolean {
  return [...known, ...host].some(({ source }) => source.kind === 'sample');
}

/** A result without sample data, which is fictional. */
export function withoutSamples(result: LookupResult): LookupResult {
  const isReal = ({ source }: Known): boolean => source.kind !== 'sample';
  const [known, host] = [result.known.filter(isReal), (result.host ?? []).filter(isReal)];
  const worseHost = worseHostOf(host, known[0]);
  const real: { -readonly [K in keyof LookupResult]: LookupResult[K] } = { ...result, known };
  delete real.host;
  delete real.worseHost;
  if (host.length > 0) real.host = host;
  if (worseHost !== undefined) real.worseHost = worseHost;
  if (known.length < result.known.length || host.length < (result.host ?? []).length) real.isSampleLeftOut = true;
  return real;
}
