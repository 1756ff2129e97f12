/** Returns the selection with a key toggled. */
export function toggled(selected: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Every index between two, both included, ascending. */
export function getRange(one: number, other: number): readonly number[] {
  const [from, to] = one < other ? [one, other] : [other, one];
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
}
