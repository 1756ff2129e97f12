import type { MessagePort } from 'node:worker_threads';
import type { InputFailure } from '../../core/records/problems/inputFailure';
import { free } from '../../core/triage/counting/larger';
import { getInputFailure } from '../files/getInputFailure';
import { Finder, type FinderResult, type FinderTask } from './finderTasks';

/** To a thread that finds indicators. */
export type ToFinder =
  | { readonly kind: 'run'; readonly id: number; readonly task: FinderTask }
  /** Nothing more of this text follows. */
  | { readonly kind: 'forget'; readonly text: number };

/** From such a thread: what it found, or why a file can't be read. */
export interface FromFinder {
  readonly id: number;
  readonly result: FinderResult | { readonly failure: InputFailure };
}

/** Marks the data of threads that find indicators, where the same program has other threads. */
export const finderRole = 'finder';

/** The data of such a thread. */
export interface FinderData {
  readonly role: typeof finderRole;
  readonly storeFile: string | undefined;
}

/** Whether a thread finds indicators, by its data. */
export function isFinderThread(data: unknown): data is FinderData {
  return data instanceof Object && 'role' in data && data.role === finderRole;
}

/** Answers tasks, one after the other. */
export function serveFinder(port: MessagePort, { storeFile }: FinderData): void {
  const finder = new Finder(storeFile);
  let last: Promise<unknown> = Promise.resolve();
  port.on('message', (message: ToFinder) => {
    if (message.kind === 'forget') {
      last = last.then(() => finder.forget(message.text));
      return;
    }
    const { id, task } = message;
    last = last.then(async () => {
      try {
        const result = await finder.run(task);
        if (task.kind === 'bytes') free(task.block.bytes);
        const { located, more, groups, names, kinds, clientNames, clients } = result.found;
        const buffers = [located, more, groups, names, kinds, clientNames, clients]
          .map((each) => each.buffer)
          .filter((each) => each instanceof ArrayBuffer);
        port.postMessage({ id, result } satisfies FromFinder, buffers);
      } catch (error) {
        port.postMessage({ id, result: { failure: getInputFailure(error) } } satisfies FromFinder);
      }
    });
  });
}
