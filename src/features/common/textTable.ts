/** Rows as aligned text columns, two spaces between; the last column isn't padded. */
export function textTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [head, head.map((title) => '-'.repeat(title.length)), ...rows];
  const widths = head.map((_, column) => all.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0));
  return all.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
