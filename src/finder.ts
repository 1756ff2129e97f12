// A thread that finds indicators in parts of files. Wiring only.
import { parentPort } from 'node:worker_threads';
import { serveFinder } from './service/triage/finderThread';

if (parentPort === null) throw new Error('This file runs as a worker thread.');
serveFinder(parentPort);
