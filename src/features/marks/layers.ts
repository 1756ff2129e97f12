import type { LineRange } from '../../core/indicators/incremental';
import { chooseMarks, mostMarks } from './chooseMarks';
import type { Mark } from './documentMarks';

/**
 * The marks of an editor in two layers, which are sent to VS Code each as a whole: the many that stand until the reader
 * rests, and the few that a scroll brings, so that they come at once. No line is in both.
 */
export interface Layers {
  readonly standing: readonly Mark[];
  readonly quick: readonly Mark[];
}

export const noLayers: Layers = { standing: [], quick: [] };

/** The quick layer holds no more: a fifth of all takes a fifth of the time. */
export const mostQuick = 200;

/** Shares out the marks that were found. Where there are more than can be shown, the farthest ones give room to a scroll. */
export function settled(marks: readonly Mark[], visible: readonly LineRange[]): Layers {
  const chosen = chooseMarks(marks, visible);
  const nearest = chooseMarks(chosen, visible, mostMarks - mostQuick);
  if (nearest.length === chosen.length) return { standing: chosen, quick: [] };
  const held = new Set(nearest);
  const cutLines = new Set(chosen.filter((mark) => !held.has(mark)).map(({ line }) => line));
  const quick = chosen.filter(({ line }) => cutLines.has(line));
  if (quick.length > mostQuick) return { standing: chosen, quick: [] };
  return { standing: chosen.filter(({ line }) => !cutLines.has(line)), quick };
}

/**
 * The same with what came into sight: what stands stays, of the quick ones as many as there is room for. Undefined where
 * the layers have to be shared out anew.
 */
export function withSight(layers: Layers, inSight: readonly Mark[]): Layers | undefined {
  const { standing, quick } = layers;
  const stands = new Set(standing);
  const fresh = inSight.filter((mark) => !stands.has(mark));
  const isQuick = new Set(quick);
  if (fresh.every((mark) => isQuick.has(mark))) return layers;
  const room = Math.min(mostQuick, mostMarks - standing.length);
  if (fresh.length > room) return undefined;
  const lines = new Set(fresh.map(({ line }) => line));
  if (standing.some(({ line }) => lines.has(line))) return undefined;
  const others = quick.filter(({ line }) => !lines.has(line));
  return { standing, quick: others.length + fresh.length <= room ? [...others, ...fresh] : fresh };
}
