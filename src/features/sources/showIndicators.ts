import { sourcesQuery } from '../../core/explore/queries/exactTerms';
import type { Commands } from '../shared/commands/registerCommand';

/** Shows what sources of the local store list: the results of a query, which the user can change. Nothing is sent. */
export async function getShowIndicators(commands: Commands, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await commands.run('threatLookups.newQuery', sourcesQuery(names));
  await commands.run('threatLookups.runQueryLocally');
}
