/** True for a cell with a redacted value (api-spec: “Explore CSV result”). */
export function isRedacted(cell: string): boolean {
  return /^(?:\[privacy\]|redacted(?:\s.*)?)$/i.test(cell.trim());
}
