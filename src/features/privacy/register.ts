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
    // The feature reports invalid entries of the ignore list and of ignore files.
    checkSettings: (settings) => {
      const check = (): void => {
        const isUsed = settings.current().lookups.ignore.length > 0 || settings.ignoreFiles.all().length > 0;
        if (isUsed) feature.start();
      };
      check();
      contributions.own(settings.onChanged(check));
      contributions.own(settings.ignoreFiles.onChanged(check));
    },
  };
}
