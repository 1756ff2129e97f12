import { parentPort, workerData } from 'node:worker_threads';
import { runCli } from './service/cli';
import { runProgram } from './service/cli/program';
import { isFinderThread, serveFinder } from './service/triage/finderThread';

// The same file serves as the thread that finds indicators, so that it can be copied.
if (parentPort !== null && isFinderThread(workerData)) serveFinder(parentPort, workerData);
else runProgram(runCli, process.argv[1]);
