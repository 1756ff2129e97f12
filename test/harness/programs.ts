import { resolve } from 'node:path';

/** Programs and threads that the build of the tests bundles, each in one file: the command line, the worker, and the finder. */
export const programs = {
  cli: resolve('out/test/programs/cli.mjs'),
  worker: resolve('out/test/programs/worker.mjs'),
  finder: resolve('out/test/programs/finder.mjs'),
};

/** Shared by all processes, each of which would otherwise compile a whole bundle. */
export const compileCache = resolve('out/test/programs/compiled');
