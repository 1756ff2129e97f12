import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** The process behind a holder, as far as this system tells it. */
export interface Owner {
  readonly pid: number;
  /** When the process started, as the system writes it: tells it from a later one with the same id. Empty where unknown. */
  readonly start: string;
  /** Process ids mean something on the same running system alone: another machine or container has its own. */
  readonly machine: string;
}

interface LinuxStat {
  readonly state: string;
  readonly start: string;
}

/** State and start of a process on Linux; undefined elsewhere, and where the process can't be looked at. */
function linuxStat(pid: number): LinuxStat | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program is in parentheses and may itself contain spaces and parentheses.
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
    // The host name is the next best.
  }
  return `${process.platform}/${hostname()}`;
}

let own: Owner | undefined;

/** This process. */
export function thisProcess(): Owner {
  own ??= { pid: process.pid, start: linuxStat(process.pid)?.start ?? '', machine: machineId() };
  return own;
}

/** A new name for who holds leases and claims: unique, and says which process it belongs to. */
export function newHolder({ pid, start, machine }: Owner = thisProcess()): string {
  return [crypto.randomUUID(), pid, start, machine].join('|');
}

function ownerOf(holder: string): Owner | undefined {
  const [, id = '', start = '', ...machine] = holder.split('|');
  const pid = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : undefined;
  return pid === undefined ? undefined : { pid, start, machine: machine.join('|') };
}

/**
 * True where the process behind a holder is certainly gone. False for one that runs, one on another machine, and a holder that
 * names no process.
 */
export function isHolderDead(holder: string): boolean {
  const owner = ownerOf(holder);
  const here = thisProcess();
  if (owner === undefined || owner.machine !== here.machine) return false;
  try {
    // Signal 0 only asks whether the process exists.
    process.kill(owner.pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
  const stat = linuxStat(owner.pid);
  if (stat === undefined) return false;
  const isDead = stat.state === 'Z' || stat.state === 'X';
  return isDead || (owner.start !== '' && stat.start !== owner.start);
}
