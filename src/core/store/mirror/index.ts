import type { MirrorState, MirrorTarget, MirrorWriter } from '../../sync/ports';
import { beginListRefresh, type ListRefresh } from './list';
import { listMirrors, noteDiscovered, removeMirror } from './mirrors';
import { type MirrorWriterPorts, StoreMirrorWriter } from './writer';

/** The mirrored collections of a store. */
export interface Mirrors {
  list(): readonly MirrorState[];
  /** Notes that the server's collections were listed now. */
  noteDiscovered(server: string): void;
  /** Removes a mirror with its data; returns its number of indicators. */
  remove(id: number): number;
  /** For one sync after another. */
  writer(): MirrorWriter;
  /** Starts a refresh of a list; undefined while another window does it. */
  refreshList(target: MirrorTarget): ListRefresh | undefined;
}

/** The methods of {@link Mirrors} over one store. */
export function createMirrors(ports: MirrorWriterPorts): Mirrors {
  const { withConnection } = ports;
  return {
    list: () => withConnection((c) => listMirrors(c)),
    noteDiscovered: (server) => withConnection((c) => noteDiscovered(c, server, c.now())),
    remove: (id) => withConnection((c) => removeMirror(c, id)),
    writer: () => new StoreMirrorWriter(ports),
    refreshList: (target) => beginListRefresh(ports, target),
  };
}
