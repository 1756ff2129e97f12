import type { EntryParts } from '../../../core/triage/remembered/checkTriaged';
import type { TriagedEntry } from '../../../core/triage/remembered/triagedFile';
import type { Indicator } from '../../../core/indicators/identity/types';
import type { TallyEntry } from '../../../core/triage/counting/tally';
import { Slices } from '../slices';

/** Entries that are written at once. */
const partLength = 1_000;

/** The indicators of a file as they are remembered, made in time slices. Internal and reserved ones aren't. */
export async function* entriesToKeep(
  found: Iterable<TallyEntry>,
  isRisky: (indicator: Indicator) => boolean,
): EntryParts {
  const slices = new Slices();
  let part: TriagedEntry[] = [];
  for (const { type, value, reserved, locations } of found) {
    const [line = 1, column = 1] = locations;
    if (!reserved) part.push({ type, value, line, column, isRisky: isRisky({ type, value }) });
    if (part.length < partLength) continue;
    yield part;
    part = [];
    if (slices.isOver) await slices.next();
  }
  yield part;
}
