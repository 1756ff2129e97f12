/** True for a cell with a redacted value (lookup API: “Explore CSV result”). */
export function isRedacted(cell: string): boolean {
  return /^(?:\[privacy\]|redacted(?:\s.*)?)$/i.test(cell.trim());
}
