import type { Indicator } from '../../core/indicators/identity/types';
import type { UiText } from '../shared/ui/text';
import { uiText } from '../shared/ui/text';

/** A pattern for the setting `threatLookups.ignore`, and a description of what it covers. */
export interface IgnoreChoice {
  readonly pattern: string;
  readonly covers: UiText;
}

/** Patterns to ignore for an indicator, the narrowest first. `hostOf` reads a URL's host. */
export function ignoreChoices(
  indicator: Indicator,
  hostOf: (indicator: Indicator) => Indicator | undefined,
): readonly IgnoreChoice[] {
  switch (indicator.type) {
    case 'url': {
      const host = hostOf(indicator);
      return [
        { pattern: indicator.value, covers: uiText('only this URL') },
        ...(host === undefined ? [] : ignoreChoices(host, hostOf)),
      ];
    }
    case 'domain':
      return [
        { pattern: indicator.value, covers: uiText('only this domain') },
        ...suffixesOf(indicator.value).map((suffix) => ({
          pattern: `*.${suffix}`,
          covers: uiText('{0} and all subdomains', suffix),
        })),
      ];
    case 'ip':
      return [{ pattern: indicator.value, covers: uiText('only this address') }, ...networkOf(indicator.value)];
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
  return [{ pattern: network, covers: uiText('the network {0}', network) }];
}
