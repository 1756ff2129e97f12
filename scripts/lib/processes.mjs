// Child processes that end with this process, and free ports.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ExpectedError } from './terminal.mjs';

const grouped = process.platform !== 'win32';
const running = new Set();

function signalTree(child, signal) {
  try {
    if (grouped) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // Already ended.
  }
}

/** Ends child processes with this process. SIGTERM lets them end their own children. */
function endWithProcess() {
  process.on('exit', () => {
    for (const child of running) signalTree(child, 'SIGTERM');
  });
  for (const [signal, number] of [
    ['SIGHUP', 1],
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ]) {
    // A process with its own handler ends on its own.
    process.on(signal, () => process.listenerCount(signal) === 1 && process.exit(128 + number));
  }
}

let watched = false;

/**
 * Starts a process in its own process group, which ends with this process at the latest.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function startTree(command, args, options) {
  if (!watched) endWithProcess();
  watched = true;
  const child = spawn(command, args, { ...options, detached: grouped });
  running.add(child);
  return child;
}

/** Whether any process in the child's group is running. */
function isRunning(child) {
  try {
    process.kill(grouped ? -child.pid : child.pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Ends a process and its children: gracefully, and after a while by force.
 * @param {import('node:child_process').ChildProcess} child
 * @param {{ within?: number }} [options] milliseconds before force is used; 0 for a process whose data is deleted anyway
 */
export async function stopTree(child, { within = 3000 } = {}) {
  const deadline = Date.now() + within;
  signalTree(child, 'SIGTERM');
  while (isRunning(child) && Date.now() < deadline) await pause(25);
  signalTree(child, 'SIGKILL');
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  // Its children end a moment later, and may write until then.
  const ended = Date.now() + 2000;
  while (isRunning(child) && Date.now() < ended) await pause(5);
  running.delete(child);
}

/**
 * Finds a free port on 127.0.0.1.
 * @param {number} [wanted] 0 for any
 * @returns {Promise<number>} rejects with the system error if `wanted` is in use
 */
export function freePort(wanted = 0) {
  return new Promise((done, failed) => {
    const server = createServer();
    server.once('error', failed);
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

/**
 * Polls a condition until it is truthy.
 * @template T
 * @param {() => T | Promise<T>} condition
 * @param {{ within?: number, what: string }} options timeout in milliseconds; the problem to report in the error
 * message
 * @returns {Promise<NonNullable<T>>}
 */
export async function until(condition, { within = 30_000, what }) {
  const deadline = Date.now() + within;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > deadline) throw new ExpectedError(`Timed out after ${within / 1000} s: ${what}.`);
    await pause(50);
  }
}
