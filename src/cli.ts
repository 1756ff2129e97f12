import { parentPort, workerData } from 'node:worker_threads';
import { runCli } from './service/cli';
import { runProgram } from './service/cli/program';
import { isFinderThread, serveFinder } from './service/triage/finderThread';

// This file is also the entry point of the finder thread, so that the program is one file that can be copied.
if (parentPort !== null && isFinderThread(workerData)) serveFinder(parentPort, workerData);
else runProgram(runCli, process.argv[1]);
