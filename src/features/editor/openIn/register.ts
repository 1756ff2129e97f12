import type { Contributions } from '../../shared/commands/contributions';
import type { OpenInParts } from './feature';

/** Registers “Open on Website…”. */
export function registerOpenIn(contributions: Contributions, parts: () => Promise<OpenInParts>): void {
  contributions.feature({ commands: ['threatLookups.openIn'] }, async () => {
    const [{ startOpenIn }, given] = await Promise.all([import('./feature'), parts()]);
    return startOpenIn(given);
  });
}
