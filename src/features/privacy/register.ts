import type { Contributions } from '../shared/commands/contributions';
import type { SettingsFacade } from '../shared/settings/settings';
import type { PrivacyParts } from './feature';

/** Registers the request log. */
export function registerPrivacy(
  contributions: Contributions,
  parts: () => Promise<PrivacyParts>,
): { readonly checkSettings: (settings: SettingsFacade) => void } {
  const feature = contributions.feature(
    { commands: ['threatLookups.showSent', 'threatLookups.clearSent'], panels: ['threatLookups.requestLog'] },
    async () => {
      const [{ startPrivacy }, given] = await Promise.all([import('./feature'), parts()]);
      return startPrivacy(given);
    },
  );
  return {
    // The feature reports invalid entries of the ignore list.
    checkSettings: (settings) => {
      const check = (): void => {
        if (settings.current().lookups.ignore.length > 0) feature.start();
      };
      check();
      contributions.own(settings.onChanged(check));
    },
  };
}
