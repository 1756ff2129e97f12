import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { BuiltLayer } from '../../context/places';
import { InputError } from '../../records/problems/inputFailure';
import { builtLayers, decodePlaces, encodePlaces } from './placeFile';
import { readWhole } from './placeReader';

const ownerOnly = 0o600;
/** On Windows, a file can't be replaced in the moment in which another program has it open. */
const [renameAttempts, renameMillis] = [10, 50];

/** Adds the layer of a source, or replaces it. Throws an InputError if a newer version has written the file. */
export function putLayer(file: string, layer: BuiltLayer): void {
  const layers = layersIn(file);
  const isKnown = layers.some(({ header }) => header.id === layer.header.id);
  const next = layers.map((each) => (each.header.id === layer.header.id ? layer : each));
  write(file, isKnown ? next : [...layers, layer]);
}

/** Removes layers, and the file with the last one. Returns the number of removed ranges. */
export function removeLayers(file: string, isRemoved: (id: string) => boolean): number {
  const layers = layersIn(file);
  const removed = layers.filter(({ header }) => isRemoved(header.id));
  if (removed.length === 0) return 0;
  const rest = layers.filter((layer) => !removed.includes(layer));
  if (rest.length === 0) rmSync(file, { force: true });
  else write(file, rest);
  return removed.reduce((sum, { header }) => sum + header.ranges, 0);
}

/** The layers of a file; none of a damaged one, which is then replaced. */
function layersIn(file: string): readonly BuiltLayer[] {
  const buffer = readWhole(file);
  if (buffer === undefined) return [];
  const data = decodePlaces(buffer);
  if (data === 'newer') throw new InputError({ kind: 'newerLocationData' });
  return data === 'damaged' ? [] : builtLayers(buffer, data);
}

/** Writes a file beside it and renames it, so that readers see the old or the new one. */
function write(file: string, layers: readonly BuiltLayer[]): void {
  const temporary = `${file}.new`;
  try {
    const descriptor = openSync(temporary, 'w', ownerOnly);
    try {
      for (const piece of encodePlaces(layers)) writeFileSync(descriptor, piece);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    replace(file, temporary);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function replace(file: string, by: string): void {
  for (let attempt = 1; ; attempt++) {
    try {
      renameSync(by, file);
      return;
    } catch (error) {
      if (attempt >= renameAttempts || process.platform !== 'win32') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, renameMillis);
    }
  }
}
