import { crc32 } from 'node:zlib';
import {
  type BuiltLayer,
  Layer,
  layerBytes,
  type LayerHeader,
  type PlaceProblem,
  type PlaceSource,
} from '../../context/places';

/**
 * The location file: a magic text, the version, the length of the header, the checksums of the header and the body, the
 * header in JSON, and the layers. Numbers have 32 bits in the byte order of the machine.
 */
const magic = 'TLPLACES';
const formatVersion = 1;
const prefixBytes = 24;
/** A header of this many sources is damaged. */
const [maxSources, maxHeader] = [200, 1_000_000];

/** The layers of a location file. */
export interface PlaceData {
  readonly layers: readonly Layer[];
  readonly bytes: number;
}

/** The pieces of a location file with these layers, in order. */
export function encodePlaces(layers: readonly BuiltLayer[]): readonly Uint8Array[] {
  const json = JSON.stringify(layers.map(({ header }) => header));
  const bytes = new TextEncoder().encode(json);
  const header = new Uint8Array(Math.ceil(bytes.length / 4) * 4).fill(0x20);
  header.set(bytes);
  const body = layers.reduce((sum, layer) => crc32(layer.body, sum), 0);
  const prefix = new Uint8Array(prefixBytes);
  prefix.set(new TextEncoder().encode(magic));
  new Uint32Array(prefix.buffer, magic.length).set([formatVersion, header.length, crc32(header), body]);
  return [prefix, header, ...layers.map((layer) => layer.body)];
}

/** Reads a location file, or says why it can't be used. */
export function decodePlaces(buffer: ArrayBuffer): PlaceData | PlaceProblem {
  const prefix = new Uint8Array(buffer, 0, Math.min(prefixBytes, buffer.byteLength));
  if (prefix.length < prefixBytes || new TextDecoder().decode(prefix.subarray(0, magic.length)) !== magic)
    return 'damaged';
  const [version = 0, length = 0, headerSum, bodySum] = new Uint32Array(buffer, magic.length, 4);
  // Other versions may have another header.
  if (version > formatVersion) return 'newer';
  const start = prefixBytes + length;
  if (version !== formatVersion || length % 4 !== 0 || length > maxHeader || start > buffer.byteLength)
    return 'damaged';
  const header = new Uint8Array(buffer, prefixBytes, length);
  if (crc32(header) !== headerSum || crc32(new Uint8Array(buffer, start)) !== bodySum) return 'damaged';
  const headers = headersOf(new TextDecoder().decode(header));
  if (headers === undefined || headers.reduce((sum, each) => sum + layerBytes(each), start) !== buffer.byteLength)
    return 'damaged';
  let at = start;
  const layers = headers.map((each) => {
    const layer = new Layer(each, buffer, at);
    at += layerBytes(each);
    return layer;
  });
  return { layers, bytes: buffer.byteLength };
}

/** The layers of a file as they were built, to write them again. */
export function builtLayers(buffer: ArrayBuffer, { layers, bytes }: PlaceData): readonly BuiltLayer[] {
  let at = bytes - layers.reduce((sum, { header }) => sum + layerBytes(header), 0);
  return layers.map(({ header }) => {
    const body = new Uint8Array(buffer, at, layerBytes(header));
    at += body.length;
    return { header, body };
  });
}

function headersOf(json: string): readonly LayerHeader[] | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) && value.length <= maxSources && value.every(isHeader) ? value : undefined;
  } catch {
    return undefined;
  }
}

const counts = ['ranges', 'v4', 'v6', 'low', 'places', 'texts', 'textBytes'] as const;

function isHeader(value: unknown): value is LayerHeader {
  if (typeof value !== 'object' || value === null) return false;
  const header = value as Readonly<Record<keyof LayerHeader, unknown>>;
  const isText = (text: unknown): boolean => typeof text === 'string';
  return (
    isText(header.id) &&
    isText(header.name) &&
    (header.credit === undefined || isText(header.credit)) &&
    Number.isFinite(header.asOf) &&
    counts.every((name) => Number.isSafeInteger(header[name]) && Number(header[name]) >= 0) &&
    (header.columns === 3 || header.columns === 4)
  );
}

/** What is known about the source of a layer. */
export function sourceOf({ id, name, asOf, credit, ranges }: LayerHeader): PlaceSource {
  return { id, name, asOf, ranges, credit };
}
