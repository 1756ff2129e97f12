/** The parts of a Quick Pick item that filtering depends on. */
interface Row {
  readonly label: string;
  readonly description?: string;
  readonly alwaysShow?: boolean;
}

/**
 * The item that the user picked even if the list changed under the key: VS Code reports the picked item by its index, so that
 * Enter in a list that was just replaced picks another item. An item that the typed text hides can't have been picked; the
 * item at the same index in a list of `before` (the newest first) can, if the text shows it.
 */
export function resolvePickedItem<T extends Row>(
  chosen: T,
  rows: readonly T[],
  before: readonly (readonly T[])[],
  text: string,
): T {
  if (chosen.alwaysShow === true || matchesFilter(chosen, text)) return chosen;
  const place = rows.indexOf(chosen);
  // Items that are always shown belong to the text of their own list.
  const earlier = before.map((list) => list[place]).find((row) => row?.alwaysShow !== true && matchesFilter(row, text));
  return earlier ?? chosen;
}

/** Whether VS Code's filter can show the item: it contains the letters of the text in their order. */
function matchesFilter(row: Row | undefined, text: string): boolean {
  if (row === undefined) return false;
  const { label, description = '' } = row;
  return [label, description].some((words) => matchesInOrder(words.toLowerCase(), text.toLowerCase()));
}

function matchesInOrder(words: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters.replace(/\s+/g, '')) {
    at = words.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
