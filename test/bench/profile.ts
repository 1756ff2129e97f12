/** A V8 CPU profile; times are in microseconds of its own clock. */
export interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
  /** The offset of its clock from Unix time in milliseconds. */
  readonly clockOffset: number;
}

/** Whether certain code ran between two times in milliseconds since 1970. */
export type WasActive = (from: number, to: number) => boolean;

/** Finds when the code whose URL contains `code`, or anything it called, was running. */
export function activityOf({ nodes, startTime, samples, timeDeltas, clockOffset }: Profile, code: string): WasActive {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const urls = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.url]));
  const isPart = (node: number | undefined): boolean =>
    node !== undefined && (urls.get(node)?.includes(code) === true || isPart(parents.get(node)));
  const parts = new Map(nodes.map(({ id }) => [id, isPart(id)]));
  let micros = startTime;
  const at = samples.flatMap((node, index) => {
    micros += timeDeltas[index] ?? 0;
    return parts.get(node) === true ? [micros / 1000 + clockOffset] : [];
  });
  if (at.length === 0) throw new Error(`Nothing in the profile is of ${code}.`);
  return (from, to) => at.some((timestamp) => timestamp >= from && timestamp <= to);
}
