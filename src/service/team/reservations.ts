import type { Pool, PoolClient } from 'pg';
import { StoreError } from '../../core/store/protocol/storeError';
import { asStoreError } from './database';
import { getKey } from './keys';

/** The classes of the locks: of sources that are imported, and of collections that are synced. */
const classes = { import: 0x544c02, mirror: 0x544c03 } as const;

interface Reservation {
  readonly client: PoolClient;
  readonly onError: () => void;
  isLost: boolean;
}

/**
 * Reservations of this process, by name. The database ends a reservation with its connection, so that nobody waits for
 * a process that crashed.
 */
export class Reservations {
  private readonly held = new Map<string, Reservation>();

  constructor(
    private readonly pool: Pool,
    private readonly kind: keyof typeof classes,
  ) {}

  async take(name: string): Promise<boolean> {
    const own = this.held.get(name);
    if (own?.isLost === true)
      throw new StoreError({ kind: 'failed', detail: 'the connection to the database has ended' });
    if (own !== undefined) return true;
    const client = await this.pool.connect().catch((error: unknown) => {
      throw asStoreError(error);
    });
    const onError = (): void => void (reservation.isLost = true);
    const reservation = { client, onError, isLost: false };
    client.on('error', onError);
    let isTaken = false;
    try {
      const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS taken', [
        classes[this.kind],
        getKey(name).readInt32BE(),
      ]);
      isTaken = rows[0]?.taken === true;
    } catch (error) {
      reservation.isLost = true;
      throw asStoreError(error);
    } finally {
      if (isTaken) this.held.set(name, reservation);
      else giveBack(reservation);
    }
    return isTaken;
  }

  async release(name: string): Promise<void> {
    const reservation = this.held.get(name);
    if (reservation === undefined) return;
    this.held.delete(name);
    try {
      if (!reservation.isLost) await reservation.client.query('SELECT pg_advisory_unlock_all()');
    } catch {
      // The locks of the connection end with it.
      reservation.isLost = true;
    } finally {
      giveBack(reservation);
    }
  }
}

/** Returns a connection to its pool, which ends a lost one. */
function giveBack({ client, onError, isLost }: Reservation): void {
  client.off('error', onError);
  client.release(isLost);
}
