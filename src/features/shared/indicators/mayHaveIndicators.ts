/** A dot of any script or spelling, a group of an IPv6 address, or the start of a URL. */
const evidence = /[.\uff0e\u3002\uff61\u2024]|dot|::|\[:|:[\da-f]{1,4}[:\][]|:[\\/]/i;

/** Whether a text may contain indicators. Most lines don't, so this comes before anything is loaded or detected. */
export function mayHaveIndicators(text: string): boolean {
  return evidence.test(text);
}
