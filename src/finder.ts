// A thread that finds indicators in parts of files. Wiring only.
import { parentPort, workerData } from 'node:worker_threads';
import { isFinderThread, serveFinder } from './service/triage/finderThread';

if (parentPort === null || !isFinderThread(workerData)) throw new Error('This file runs as a worker thread.');
serveFinder(parentPort, workerData);
