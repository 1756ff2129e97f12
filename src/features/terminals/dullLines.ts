/** Longer lines are data rather than something to read. */
const maxLineLength = 4_096;

/** A dot of any script or spelling, a group of an IPv6 address, or the start of a URL. */
const sign = /[.\uff0e\u3002\uff61\u2024]|dot|::|\[:|:[\da-f]{1,4}[:\][]|:\/\//i;

/** Whether a line may contain indicators. Most lines don't, so this comes before anything is loaded. */
export function mayHaveIndicators(line: string): boolean {
  return line.length <= maxLineLength && sign.test(line);
}
