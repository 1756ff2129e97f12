/** Shortens a text while `fails` stays true by removing ever smaller parts. Stops after `millis`. */
export function shrink(text: string, millis: number, fails: (text: string) => boolean): string {
  let smallest = text;
  const until = performance.now() + millis;
  for (let size = Math.ceil(text.length / 2); size >= 1;) {
    let changed = false;
    for (let from = 0; from < smallest.length;) {
      if (performance.now() > until) return smallest;
      const candidate = smallest.slice(0, from) + smallest.slice(from + size);
      if (fails(candidate)) {
        smallest = candidate;
        changed = true;
      } else from += size;
    }
    if (size > 1) size = Math.ceil(size / 2);
    else if (!changed) break;
  }
  return smallest;
}
