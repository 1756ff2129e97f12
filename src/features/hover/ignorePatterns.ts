import type { Indicator } from '../../core/indicators/types';

/** A pattern for the setting `threatLookups.ignore`, and what it covers in words. */
export interface IgnoreChoice {
  readonly pattern: string;
  readonly covers: string;
}

/** What a person may want to ignore with one indicator in hand, the narrowest first. `hostOf` reads a URL's host. */
export function ignoreChoices(
  indicator: Indicator,
  hostOf: (indicator: Indicator) => Indicator | undefined,
): readonly IgnoreChoice[] {
  switch (indicator.type) {
    case 'url': {
      const host = hostOf(indicator);
      return [
        { pattern: indicator.value, covers: 'this URL alone' },
        ...(host === undefined ? [] : ignoreChoices(host, hostOf)),
      ];
    }
    case 'domain':
      return [
        { pattern: indicator.value, covers: 'this domain alone' },
        ...suffixesOf(indicator.value).map((suffix) => ({
          pattern: `*.${suffix}`,
          covers: `${suffix} and every name below it`,
        })),
      ];
    case 'ip':
      return [{ pattern: indicator.value, covers: 'this address alone' }, ...networkOf(indicator.value)];
  }
}

/** The domain itself and its parents of two labels or more. */
function suffixesOf(domain: string): readonly string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

function networkOf(address: string): readonly IgnoreChoice[] {
  const parts = address.split('.');
  if (parts.length !== 4) return [];
  const network = `${parts.slice(0, 3).join('.')}.0/24`;
  return [{ pattern: network, covers: `the network ${network}` }];
}
