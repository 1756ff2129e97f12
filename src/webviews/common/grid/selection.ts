/** The selection with one key more, or one less where it was in it. */
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
