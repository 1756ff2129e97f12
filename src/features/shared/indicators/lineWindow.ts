/** How far a line is read to each side of the pointer, in UTF-16 units; slightly more than `findIndicatorAt` needs. */
const windowRadius = 4352;

/** The part of a line of `length` that a search at `character` needs, so that a line of 10 MB is never copied. */
export function lineWindow(length: number, character: number): { readonly from: number; readonly to: number } {
  return { from: Math.max(0, character - windowRadius), to: Math.min(length, character + windowRadius) };
}
