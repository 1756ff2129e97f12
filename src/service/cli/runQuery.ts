import { StoreError } from '../../core/store/protocol/storeError';
import { createService } from '../index';
import type { ServedRecords } from '../servedRecords';
import { type CliIo, CommandError, UsageError } from './command';

/** How often a search that takes long reports that it is running. */
const progressSeconds = 5;

/** The service's answer and the number of results. Throws the reason if it has no answer. */
export async function runQuery(
  records: ServedRecords,
  params: URLSearchParams,
  { signal, err }: Pick<CliIo, 'signal'> & Partial<Pick<CliIo, 'err'>>,
): Promise<{ readonly body: string; readonly rows: number }> {
  let fault: unknown;
  let rows = 0;
  const counted = <Row>(found: readonly Row[]): readonly Row[] => {
    rows = found.length;
    return found;
  };
  const answer = createService({
    store: {
      ...records,
      search: async (...requested) => counted(await records.search(...requested)),
      searchThreats: async (...requested) => counted(await records.searchThreats(...requested)),
    },
    tier: 'business',
    embedded: true,
    onError: (error) => (fault = error),
  });
  let seconds = 0;
  const waiting = setInterval(() => {
    seconds += progressSeconds;
    err?.(`Searching for ${seconds} seconds. Ctrl+C cancels.`);
  }, progressSeconds * 1_000);
  const request = new Request(`http://localhost/api/explore.php?${params.toString()}`, { signal });
  const response = await answer(request).finally(() => clearInterval(waiting));
  const body = await response.text();
  if (response.status === 200) return { body, rows };
  // The service only reports that it failed.
  if (fault instanceof StoreError) throw fault;
  if (fault instanceof Error) throw new CommandError(`The query failed: ${fault.message}`);
  const { error = "The query couldn't be answered." } = JSON.parse(body) as { readonly error?: string };
  throw response.status === 400 ? new UsageError(error) : new CommandError(error);
}
