import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** The process of a lease holder, as far as the system reports it. */
export interface Owner {
  readonly pid: number;
  /**
   * Start time of the process as written by the system; distinguishes it from a later process with the same ID. Empty
   * if unknown.
   */
  readonly start: string;
  /** Process IDs are only meaningful on the same running system; other machines and containers have their own. */
  readonly machine: string;
}

interface LinuxStat {
  readonly state: string;
  readonly start: string;
}

/** State and start time of a process on Linux; undefined on other systems and if the process can't be inspected. */
function linuxStat(pid: number): LinuxStat | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The program name is in parentheses and may contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', start: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

function machineId(): string {
  try {
    if (process.platform === 'linux') {
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
      return `${boot}/${readlinkSync('/proc/self/ns/pid')}`;
    }
  } catch {
    // Falls back to the host name.
  }
  return `${process.platform}/${hostname()}`;
}

let own: Owner | undefined;

/** The current process. */
export function thisProcess(): Owner {
  own ??= { pid: process.pid, start: linuxStat(process.pid)?.start ?? '', machine: machineId() };
  return own;
}

/** A new unique ID for a holder of leases and claims, which includes its process. */
export function newHolder({ pid, start, machine }: Owner = thisProcess()): string {
  return [crypto.randomUUID(), pid, start, machine].join('|');
}

function ownerOf(holder: string): Owner | undefined {
  const [, id = '', start = '', ...machine] = holder.split('|');
  const pid = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : undefined;
  return pid === undefined ? undefined : { pid, start, machine: machine.join('|') };
}

/**
 * Like {@link isHolderDead}, but also true for a process on another machine, or from before this system was started.
 */
export function isHolderGone(holder: string): boolean {
  return ownerOf(holder)?.machine !== thisProcess().machine || isHolderDead(holder);
}

/**
 * True if the holder's process is known to be dead. False if it runs, if it is on another machine, and for a holder
 * without a process.
 */
export function isHolderDead(holder: string): boolean {
  const owner = ownerOf(holder);
  const here = thisProcess();
  if (owner === undefined || owner.machine !== here.machine) return false;
  try {
    // Signal 0 only checks whether the process exists.
    process.kill(owner.pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
  const stat = linuxStat(owner.pid);
  if (stat === undefined) return false;
  const isDead = stat.state === 'Z' || stat.state === 'X';
  return isDead || (owner.start !== '' && stat.start !== owner.start);
}
