import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import {
  layerAddress,
  missingParts,
  type Place,
  type PlaceInfo,
  type PlaceParts,
  type PlaceProblem,
  type PlaceReader,
} from '../../context/places';
import { creditsField } from '../../records/labels/credit';
import type { Indicator } from '../../indicators/identity/types';
import { isForDocumentation } from '../../indicators/registry/documentation';
import { isSpecialAddress } from '../../indicators/registry/specialAddresses';
import { decodePlaces, type PlaceData, sourceOf } from './placeFile';

export interface PlaceReaderOptions {
  /** Called once for each file that can't be used. Never called within a lookup. */
  readonly onProblem?: (problem: PlaceProblem) => void;
  readonly now?: () => number;
  /** How long the file is trusted before it is checked again, in milliseconds. */
  readonly recheckMillis?: number;
}

/** The name of the location file beside a store. */
export function placesFileOf(storeFile: string): string {
  return `${storeFile}.places`;
}

/** Reads a whole file into a buffer of its own; undefined if it doesn't exist or can't be read. */
export function readWhole(file: string): ArrayBuffer | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const bytes = new Uint8Array(fstatSync(descriptor).size);
    let at = 0;
    while (at < bytes.length) {
      const count = readSync(descriptor, bytes, at, bytes.length - at, at);
      if (count === 0) break;
      at += count;
    }
    return bytes.buffer;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Reads the location file at its first use, and again whenever it is replaced, also by another window. */
export class PlaceFileReader implements PlaceReader {
  private readonly now: () => number;
  private readonly recheckMillis: number;
  private checkedAt = -Infinity;
  private identity: string | undefined;
  private data: PlaceData | undefined;
  private changes = 0;

  constructor(
    private readonly file: string,
    private readonly options: PlaceReaderOptions = {},
  ) {
    this.now = options.now ?? Date.now;
    this.recheckMillis = options.recheckMillis ?? 1_000;
  }

  placeOf(address: string): Place | undefined {
    const layers = this.current()?.layers ?? [];
    if (layers.length === 0 || !isPublic(address)) return undefined;
    const searched = layerAddress(address);
    if (searched === undefined) return undefined;
    let parts: PlaceParts = {};
    const names: string[] = [];
    const credits: string[] = [];
    let asOf = Infinity;
    for (const layer of layers) {
      const more = missingParts(parts, layer.find(searched) ?? {});
      if (Object.keys(more).length === 0) continue;
      parts = { ...parts, ...more };
      const { name, credit } = layer.header;
      asOf = Math.min(asOf, layer.header.asOf);
      if (!names.includes(name)) names.push(name);
      if (credit !== undefined && !credits.includes(credit)) credits.push(credit);
    }
    return names.length === 0 ? undefined : { ...parts, source: names.join(', '), asOf, ...creditsField(credits) };
  }

  info(): PlaceInfo | undefined {
    const { layers = [], bytes = 0 } = this.current() ?? {};
    if (layers.length === 0) return undefined;
    const sources = layers.map(({ header }) => sourceOf(header));
    return {
      sources,
      asOf: Math.min(...sources.map(({ asOf }) => asOf)),
      ranges: sources.reduce((sum, { ranges }) => sum + ranges, 0),
      bytes,
      credit: [...new Set(sources.flatMap(({ credit }) => credit ?? []))].join(' '),
    };
  }

  version(): number {
    this.current();
    return this.changes;
  }

  /** The file may have been replaced: checks it at the next use. */
  recheck(): void {
    this.checkedAt = -Infinity;
  }

  private current(): PlaceData | undefined {
    const at = this.now();
    if (at - this.checkedAt < this.recheckMillis && at >= this.checkedAt) return this.data;
    this.checkedAt = at;
    const identity = identityOf(this.file);
    if (identity === this.identity) return this.data;
    this.identity = identity;
    this.changes++;
    const buffer = identity === undefined ? undefined : readWhole(this.file);
    const read = buffer === undefined ? undefined : decodePlaces(buffer);
    this.data = typeof read === 'string' ? undefined : read;
    if (typeof read === 'string') queueMicrotask(() => this.options.onProblem?.(read));
    return this.data;
  }
}

/** Whether an address belongs to somebody; those for documentation are public like in lists. */
function isPublic(value: string): boolean {
  const indicator: Indicator = { type: 'ip', value };
  return !isSpecialAddress(value) || isForDocumentation(indicator);
}

/** What changes when a file is replaced. */
function identityOf(file: string): string | undefined {
  try {
    const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
    return stat?.isFile() === true ? `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}` : undefined;
  } catch {
    return undefined;
  }
}
