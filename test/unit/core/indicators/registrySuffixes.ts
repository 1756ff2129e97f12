import { createRequire } from 'node:module';

/** The public suffix list in the format of tldts: labels on edges, and flags of nodes. */
interface Trie {
  readonly nodeFlags: ArrayLike<number>;
  readonly edgeStart: ArrayLike<number>;
  readonly edgeLength: ArrayLike<number>;
  readonly edgeChild: ArrayLike<number>;
  readonly labelText: string;
  readonly rulesRoot: number;
}

const ofRegistries = 1;

/** Every suffix in the ICANN section of the bundled list, with `*` for any label. */
export function registrySuffixes(): readonly string[] {
  const trie = createRequire(import.meta.url)('tldts/dist/cjs/src/data/trie.js') as Trie;
  const { nodeFlags, edgeStart, edgeLength, edgeChild, labelText, rulesRoot } = trie;
  const offsets: number[] = [];
  for (let edge = 0, offset = 0; edge < edgeLength.length; offset += edgeLength[edge] ?? 0, edge++)
    offsets.push(offset);
  const suffixes: string[] = [];
  const walk = (node: number, path: string): void => {
    if (path !== '' && ((nodeFlags[node] ?? 0) & ofRegistries) !== 0) suffixes.push(path);
    for (let edge = edgeStart[node] ?? 0; edge < (edgeStart[node + 1] ?? 0); edge++) {
      const from = offsets[edge] ?? 0;
      const label = labelText.slice(from, from + (edgeLength[edge] ?? 0));
      walk(edgeChild[edge] ?? 0, path === '' ? label : `${label}.${path}`);
    }
  };
  walk(rulesRoot, '');
  return suffixes;
}
