import type { Contributions } from '../../shared/commands/contributions';
import type { OpenInParts } from './openIn';

/** Registers “Open In…”. */
export function registerOpenIn(contributions: Contributions, parts: () => Promise<OpenInParts>): void {
  contributions.feature({ commands: ['threatLookups.openIn'] }, async () => {
    const [{ startOpenIn }, given] = await Promise.all([import('./openIn'), parts()]);
    return startOpenIn(given);
  });
}
