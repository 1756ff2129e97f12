import type { LineRange } from '../../core/indicators/detect/incremental';
import { selectHighlights, maxHighlights } from './selectHighlights';
import type { Highlight } from './documentHighlights';

/**
 * The highlights of an editor in two layers, each of which VS Code receives as a whole: the many that stay until
 * scrolling pauses, and the few that scrolling adds, so that they appear at once. No line is in both.
 */
export interface Layers {
  readonly base: readonly Highlight[];
  readonly overlay: readonly Highlight[];
}

export const noLayers: Layers = { base: [], overlay: [] };

/** The maximum size of the overlay: a fifth of all takes a fifth of the time. */
export const maxOverlay = 200;

/** Distributes highlights. If there are more than can be shown, the farthest ones make room for scrolling. */
export function arrangeLayers(highlights: readonly Highlight[], visible: readonly LineRange[]): Layers {
  const chosen = selectHighlights(highlights, visible);
  const nearest = selectHighlights(chosen, visible, maxHighlights - maxOverlay);
  if (nearest.length === chosen.length) return { base: chosen, overlay: [] };
  const near = new Set(nearest);
  const splitLines = new Set(chosen.filter((highlight) => !near.has(highlight)).map(({ line }) => line));
  const overlay = chosen.filter(({ line }) => splitLines.has(line));
  if (overlay.length > maxOverlay) return { base: chosen, overlay: [] };
  return { base: chosen.filter(({ line }) => !splitLines.has(line)), overlay };
}

/**
 * Adds visible highlights: the base layer stays, and as much of the overlay as there is room for. Undefined if the
 * layers must be rearranged.
 */
export function addVisible(layers: Layers, inView: readonly Highlight[]): Layers | undefined {
  const { base, overlay } = layers;
  const isInBase = new Set(base);
  const fresh = inView.filter((highlight) => !isInBase.has(highlight));
  const isInOverlay = new Set(overlay);
  if (fresh.every((highlight) => isInOverlay.has(highlight))) return layers;
  const room = Math.min(maxOverlay, maxHighlights - base.length);
  if (fresh.length > room) return undefined;
  const lines = new Set(fresh.map(({ line }) => line));
  if (base.some(({ line }) => lines.has(line))) return undefined;
  const others = overlay.filter(({ line }) => !lines.has(line));
  return { base, overlay: others.length + fresh.length <= room ? [...others, ...fresh] : fresh };
}
