import type { EntryParts } from '../../../core/triage/remembered/checkTriaged';
import type { TriagedEntry } from '../../../core/triage/remembered/triagedFile';
import type { Indicator } from '../../../core/indicators/identity/types';
import type { TallyEntry } from '../../../core/triage/tally';
import { Slices } from '../slices';

/** Entries that are written at once. */
const partLength = 1_000;

/** The indicators of a file as they are remembered, made in time slices. Internal and reserved ones aren't. */
export async function* entriesToKeep(
  found: readonly TallyEntry[],
  isRisky: (indicator: Indicator) => boolean,
): EntryParts {
  const slices = new Slices();
  for (let from = 0; from < found.length; from += partLength) {
    const part: TriagedEntry[] = [];
    for (const { type, value, reserved, locations } of found.slice(from, from + partLength)) {
      const [line = 1, column = 1] = locations;
      if (!reserved) part.push({ type, value, line, column, isRisky: isRisky({ type, value }) });
    }
    yield part;
    if (slices.isOver) await slices.next();
  }
}
