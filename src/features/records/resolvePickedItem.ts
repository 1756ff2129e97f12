/** A row of a list that is narrowed by what is typed, as far as that counts. */
interface Row {
  readonly label: string;
  readonly description?: string;
  readonly alwaysShow?: boolean;
}

/**
 * The row that was meant where the list may have changed under the key: VS Code names a chosen row by its place, so that Enter
 * in a list that has just been replaced comes as another row. What the typed text hides can't have been chosen; a row that
 * stood in that place in one of the lists `before` (the newest first) can, where the text shows it.
 */
export function resolvePickedItem<T extends Row>(
  chosen: T,
  rows: readonly T[],
  before: readonly (readonly T[])[],
  text: string,
): T {
  if (chosen.alwaysShow === true || matchesFilter(chosen, text)) return chosen;
  const place = rows.indexOf(chosen);
  // Rows that always show belong to the text of their own list.
  const earlier = before.map((list) => list[place]).find((row) => row?.alwaysShow !== true && matchesFilter(row, text));
  return earlier ?? chosen;
}

/** Whether VS Code's filter can show the row: the letters of the text stand in it in their order. */
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
