import { rmSync } from 'node:fs';
import type { MirrorWriter, SyncAccount } from '../../../../../src/core/sync/ports';
import type { Knowledge } from '../../../../../src/core/records/knowledge';
import { openDatabase } from '../../../../../src/core/store/sqlite/database';
import { getProblem, StoreError } from '../../../../../src/core/store/protocol/storeError';
import { createMirrors, type Mirrors } from '../../../../../src/core/store/mirror';
import { StoreReader } from '../../../../../src/core/store/reader';
import type { Connection } from '../../../../../src/core/store/sqlite/sqlite';

export const now = Date.UTC(2026, 5, 1);
export const target = {
  server: 'https://taxii.example',
  root: 'https://taxii.example/api/',
  collection: 'c',
  title: 'Feed',
};

/** A store with its mirrors, without network: pages are passed directly. */
export interface MirrorStore {
  readonly connection: Connection;
  readonly mirrors: Mirrors;
  readonly writer: MirrorWriter;
  /** Finds a key like the editor's thread. */
  find(key: string): readonly Knowledge[];
  close(): void;
}

/** Opens a store; several of one file are several processes, but none waits for the lease of another. */
export function openMirrorStore(file: string): MirrorStore {
  const { connection } = openDatabase(file, () => now, { holder: 'all' });
  const withConnection = <T>(work: (connection: Connection) => T): T => {
    try {
      return work(connection);
    } catch (error) {
      throw new StoreError(getProblem(error));
    }
  };
  const mirrors = createMirrors({ withConnection });
  const reader = new StoreReader(file, { now: () => now });
  return {
    connection,
    mirrors,
    writer: mirrors.writer(),
    find: (key) => reader.find(key),
    close: () => {
      reader.close();
      connection.close();
    },
  };
}

/** One run that brings these pages. */
export async function bring({ writer }: MirrorStore, pages: readonly (readonly unknown[])[]): Promise<SyncAccount> {
  await writer.begin(target);
  await writer.chain({ full: true });
  for (const objects of pages) await give(writer, objects);
  return writer.finish({ complete: true, full: true });
}

/** One page of a run. */
export async function give(writer: MirrorWriter, objects: readonly unknown[]): Promise<void> {
  await writer.read(new TextEncoder().encode(JSON.stringify({ more: true, next: 'x', objects })));
  await writer.write();
}

/** The statements about a key, in a stable order. */
export function statementsOf(store: Pick<MirrorStore, 'find'>, key: string): readonly unknown[] {
  const byName = (a: { readonly name: string }, b: { readonly name: string }): number => (a.name < b.name ? -1 : 1);
  return store.find(key).map((word) =>
    word.kind === 'notFound'
      ? word
      : {
          ...word,
          record: {
            ...word.record,
            threats: word.record.threats.toSorted(byName),
            feeds: word.record.feeds.toSorted(byName),
          },
        },
  );
}

export function removeStore(file: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
}
